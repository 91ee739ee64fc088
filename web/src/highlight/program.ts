// The highlighter is a program of its own. The page unpacks and runs it when it first shows source
// code.
import "./global";
import highlighter from "highlight.js/lib/core";
import ada from "highlight.js/lib/languages/ada";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import clojure from "highlight.js/lib/languages/clojure";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dart from "highlight.js/lib/languages/dart";
import delphi from "highlight.js/lib/languages/delphi";
import elixir from "highlight.js/lib/languages/elixir";
import elm from "highlight.js/lib/languages/elm";
import erlang from "highlight.js/lib/languages/erlang";
import fortran from "highlight.js/lib/languages/fortran";
import fsharp from "highlight.js/lib/languages/fsharp";
import glsl from "highlight.js/lib/languages/glsl";
import go from "highlight.js/lib/languages/go";
import groovy from "highlight.js/lib/languages/groovy";
import haskell from "highlight.js/lib/languages/haskell";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import julia from "highlight.js/lib/languages/julia";
import kotlin from "highlight.js/lib/languages/kotlin";
import lisp from "highlight.js/lib/languages/lisp";
import lua from "highlight.js/lib/languages/lua";
import matlab from "highlight.js/lib/languages/matlab";
import mipsasm from "highlight.js/lib/languages/mipsasm";
import ocaml from "highlight.js/lib/languages/ocaml";
import perl from "highlight.js/lib/languages/perl";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import prolog from "highlight.js/lib/languages/prolog";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scala from "highlight.js/lib/languages/scala";
import scheme from "highlight.js/lib/languages/scheme";
import sml from "highlight.js/lib/languages/sml";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import tcl from "highlight.js/lib/languages/tcl";
import typescript from "highlight.js/lib/languages/typescript";
import vbnet from "highlight.js/lib/languages/vbnet";
import verilog from "highlight.js/lib/languages/verilog";
import vhdl from "highlight.js/lib/languages/vhdl";

const LANGUAGES = {
  ada,
  bash,
  c,
  clojure,
  cpp,
  csharp,
  css,
  dart,
  delphi,
  elixir,
  elm,
  erlang,
  fortran,
  fsharp,
  glsl,
  go,
  groovy,
  haskell,
  java,
  javascript,
  julia,
  kotlin,
  lisp,
  lua,
  matlab,
  mipsasm,
  ocaml,
  perl,
  php,
  powershell,
  prolog,
  python,
  r,
  ruby,
  rust,
  scala,
  scheme,
  sml,
  sql,
  swift,
  tcl,
  typescript,
  vbnet,
  verilog,
  vhdl,
};

for (const [name, language] of Object.entries(LANGUAGES)) {
  highlighter.registerLanguage(name, language);
}

// Returns the text as markup whose elements name the kinds of its words; null if the language is
// unknown.
globalThis.whorlHighlight = (text, language) => {
  if (!highlighter.getLanguage(language)) return null;
  return highlighter.highlight(text, { language, ignoreIllegals: true }).value;
};
