/** Where on its host the server is: "" or "/cards". The server writes it into the page. */
export const BASE =
  document.querySelector<HTMLMetaElement>('meta[name="mazziere-base"]')?.content ?? "";
