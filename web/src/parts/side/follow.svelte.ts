/** A list that grows at its end. */

import type { Attachment } from "svelte/attachments";

const NEAR_PX = 60;

/** Keeps the newest in sight, unless somebody reads further up; `grown` names what makes it grow. */
export function follow(grown: () => unknown): Attachment<HTMLElement> {
  return (list) => {
    let stays = true;
    const toEnd = () => {
      if (stays) list.scrollTop = list.scrollHeight;
    };
    const scrolled = () => {
      stays = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
    };
    // Also when a phone's keyboard takes half of the room
    const sized = new ResizeObserver(toEnd);
    list.addEventListener("scroll", scrolled);
    sized.observe(list);
    $effect(() => {
      grown();
      toEnd();
    });
    return () => {
      sized.disconnect();
      list.removeEventListener("scroll", scrolled);
    };
  };
}
