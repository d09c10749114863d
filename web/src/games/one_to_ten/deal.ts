/** Same cards as the other game in the box. */
export { deal } from "../yooloo/deal";
