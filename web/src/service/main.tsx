// The pages of whorl serve: compare, pairs, verify, register and the API.
import { render } from "preact";
import { followAddress, home } from "../state/route";
import { keepTheme } from "../state/theme";
import { App } from "./app";
import "../style/fonts.css";
import "../style/tokens.css";
import "../style/base.css";
import "../style/controls.css";
import "./service.css";

home("compare");
keepTheme();
followAddress();
const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(<App />, root);
}
