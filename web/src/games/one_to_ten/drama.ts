/** How faces react in From 1 to 10. */

import { reactionsBy } from "../../avatars/moods.svelte";

export const reactions = reactionsBy({
  found: ["happy"],
  missed: ["hit"],
  covered: ["hit"],
  completed: ["happy"],
  won: ["happy"],
});
