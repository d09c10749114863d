export { glance } from "../uno/glance";
