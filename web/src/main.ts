import { mount } from "svelte";

import App from "./App.svelte";
import { keep } from "./keep";
import "./look/look.css";

const target = document.getElementById("page");
if (target) mount(App, { target });
keep();
