/** Return whether a field or an open dialog handles a key. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  const on = event.target instanceof Element ? event.target : document.body;
  const isField = on.closest("select, textarea, input:not([type=range])") !== null;
  return isField || document.querySelector("dialog:modal") !== null;
}
