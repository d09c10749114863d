import { mount } from "svelte";

import App from "./App.svelte";
import { keep } from "./keep";
import "./look/look.css";
import { rest } from "./parts/rest";

const target = document.getElementById("page");
if (target) {
  mount(App, { target });
  rest(target);
}
keep();
