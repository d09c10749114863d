/** Whether a key is for something with keys of its own: a field, or a sheet that lies over all. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  const on = event.target instanceof Element ? event.target : document.body;
  const isField = on.closest("select, textarea, input:not([type=range])") !== null;
  return isField || document.querySelector("dialog:modal") !== null;
}
