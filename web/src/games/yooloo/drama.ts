/** How faces react in YOOLOO. */

import { reactionsBy } from "../../avatars/moods.svelte";

export const reactions = reactionsBy({ took: ["happy"], won_game: ["happy"], won: ["happy"] });
