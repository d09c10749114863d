import { mount } from "svelte";

import App from "./App.svelte";
import { registerServiceWorker } from "./serviceWorker";
import "./look/look.css";
import { restoreFocus } from "./restoreFocus";
import { rememberTouches } from "./table/lastTouch";

const target = document.getElementById("page");
if (target) {
  mount(App, { target });
  restoreFocus(target);
  rememberTouches();
}
registerServiceWorker();
