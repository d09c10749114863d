/** The base path of the server: "" or "/cards". The server writes it into the page. */
export const BASE =
  document.querySelector<HTMLMetaElement>('meta[name="mazziere-base"]')?.content ?? "";
