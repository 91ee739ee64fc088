// The page of whorl serve: compare an archive, search for a text, see what is registered.
import { render } from "preact";
import { keepTheme } from "../state/theme";
import { App } from "./app";
import "../style/tokens.css";
import "../style/base.css";
import "../style/controls.css";
import "./service.css";

keepTheme();
const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(<App />, root);
}
