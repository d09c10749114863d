/** The cards are those of the game in the same box. */
export { deal } from "../yooloo/deal";
