/** Copying and sharing links. */

import { language } from "../../words/words.svelte";
import { notices } from "../notices/notices.svelte";

export const mayShare = typeof navigator.share === "function";

/** Copy a text. Over plain HTTP there is no clipboard API, so a selection is copied instead. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.setAttribute("readonly", "");
    field.className = "spoken";
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  notices.show({ kind: "news", text: language.words.copied });
}

export async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch {
    // The person cancelled
  }
}
