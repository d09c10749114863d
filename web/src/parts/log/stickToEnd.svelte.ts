/** Scrolling of lists that grow at their end. */

import type { Attachment } from "svelte/attachments";

const NEAR_PX = 60;

/** Scroll to the end when `grown` changes, unless the reader has scrolled up. */
export function stickToEnd(grown: () => unknown): Attachment<HTMLElement> {
  return (list) => {
    let stays = true;
    const toEnd = () => {
      if (stays) list.scrollTop = list.scrollHeight;
    };
    const scrolled = () => {
      stays = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
    };
    // The on-screen keyboard resizes the list
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
