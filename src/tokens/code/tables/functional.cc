// Functional languages: ML and its relatives, Haskell, Elm, Erlang, Elixir, Lisps.

#include "tokens/code/tables/tables.h"

namespace whorl::internal::tokens::code::tables {
namespace {

constexpr std::string_view kSymbolBytes = "+-*/<>=!?$%&^~:";

constexpr Delimited comment_with_strings() {
  Delimited d = nested_comment("(*", "*)");
  d.strings = true;
  return d;
}

// Two or more dashes, unless they are part of an operator, as in -->.
constexpr Delimited haskell_comment() {
  Delimited d = line_comment("--");
  d.unless = "!#$%&*+./<=>?@\\^|~:";
  return d;
}

}  // namespace

constinit const Language kSml{
    .name = "sml",
    .title = "Standard ML",
    .aliases = "ml standardml",
    .extensions = "sml ml sig fun",
    .clues = "val fun fn structure datatype signature case => end;",
    .capitals = true,
    .identifier_part = "'",
    .sigils = "'",  // of type variables
    .keywords =
        "abstype and andalso as case datatype div do else end eqtype exception false fn fun "
        "functor handle if in include infix infixr let local mod nonfix NONE not o of op "
        "open orelse print raise rec ref sharing sig signature SOME struct structure then "
        "true type val where while with withtype",
    .operators = "=> -> :: := :> <= >= <> ...",
    .number_prefixes = "~",
    .delimited = {nested_comment("(*", "*)"),
                  long_string("\"", "\""),
                  {.piece = Piece::character,
                   .form = Form::enclosed,
                   .open = "#\"",
                   .close = "\"",
                   .escape = '\\'}},
    .skipped = "open",
};

constinit const Language kOcaml{
    .name = "ocaml",
    .title = "OCaml",
    .aliases = "caml",
    .extensions = "ml mli mll mly",
    .interpreters = "ocaml ocamlrun",
    .clues = "let ;; rec match function Printf printf begin module |> mutable ref in",
    .capitals = true,
    .identifier_part = "'",
    .sigils = "'",
    .keywords =
        "and as assert asr begin class constraint do done downto else end exception "
        "external false for fun function functor if in include inherit initializer land "
        "lazy let lor lsl lsr lxor match method mod module mutable new nonrec object of "
        "open or private rec ref sig struct then to true try type val virtual when while "
        "with",
    .operators = "<- -> |> @@ :: := :> ;; .. <= >= <> == != && || +. -. *. /. ** ^^ [| |] >>=",
    .delimited = {comment_with_strings(), long_string("\"", "\""),
                  tagged_string("{", "abcdefghijklmnopqrstuvwxyz_", "|", "|", "}"),
                  short_character("'")},
    .skipped = "open include",
};

constinit const Language kHaskell{
    .name = "haskell",
    .title = "Haskell",
    .aliases = "hs",
    .extensions = "hs hsc",
    .interpreters = "runhaskell runghc stack",
    .capitals = true,
    .identifier_part = "'",
    .keywords =
        "as case class data default deriving do else family forall foreign hiding if import "
        "in infix infixl infixr instance let mdo module newtype of otherwise proc qualified "
        "rec then type where True False Nothing Just Left Right return map filter foldr "
        "foldl Int Integer String Bool Char Double Maybe IO",
    .operators = ">>= =<< >=> <$> <*> <> -> <- => :: .. ++ !! && || == /= <= >= >> << ** ^^ $!",
    .delimited = {haskell_comment(), nested_comment("{-", "-}"), long_string("\"", "\""),
                  short_character("'")},
    .skipped = "import module",
};

constinit const Language kElm{
    .name = "elm",
    .title = "Elm",
    .extensions = "elm",
    .capitals = true,
    .keywords =
        "alias as case else exposing if import in infix let module of port then type where "
        "True False Nothing Just Ok Err",
    .operators = "|> <| >> << -> :: .. ++ && || == /= <= >= //",
    .delimited = {line_comment("--"), nested_comment("{-", "-}"), long_string("\"\"\"", "\"\"\""),
                  string("\""), short_character("'")},
    .skipped = "import module",
};

constinit const Language kLisp{
    .name = "lisp",
    .title = "Lisp",
    .aliases = "commonlisp common-lisp cl elisp emacs-lisp",
    .extensions = "lisp lsp cl el l fasl asd",
    .interpreters = "sbcl clisp ecl emacs",
    .fold_case = true,
    .identifier_start = kSymbolBytes,
    .identifier_part = "+-*/<>=!?$%&^~:.@",
    .keywords =
        "defun defmacro defvar defparameter defconstant defstruct defclass defmethod defgeneric "
        "deftype defsetf define-condition lambda function let let* flet labels macrolet progn "
        "prog1 "
        "prog2 prog block return return-from if cond case ecase typecase when unless and or not do "
        "do* dolist dotimes loop setq setf incf decf push pop quote funcall apply values "
        "multiple-value-bind destructuring-bind catch throw unwind-protect handler-case eval-when "
        "declare the nil t car cdr cons list append mapcar mapc mapcan reduce remove-if "
        "remove-if-not first rest second third nth length null atom consp listp numberp symbolp "
        "stringp eq eql equal equalp format print princ + - * / = < > <= >= /= 1+ 1- mod rem "
        "floor max min abs gethash make-hash-table aref make-array concatenate with-open-file "
        "let-values in-package defpackage require provide",
    .number_part = "/",
    .number_prefixes = "#x #X #b #B #o #O",
    .delimited = {line_comment(";"), nested_comment("#|", "|#"), quoted_name("|"),
                  long_string("\"", "\""), named_character("#\\", true),
                  // Characters of Emacs Lisp: ?", ?\".
                  named_character("?", false, Where::after_blank)},
    .code_escape = '\\',
    .alike = "cdr rest ; car first ;",
};

constinit const Language kScheme{
    .name = "scheme",
    .title = "Scheme",
    .aliases = "scm racket rkt guile",
    .extensions = "scm ss rkt sch sld sls sps",
    .interpreters = "guile racket csi gosh mit-scheme",
    .identifier_start = kSymbolBytes,
    .identifier_part = "+-*/<>=!?$%&^~:.@",
    .sigils = "#",
    .keywords =
        "define define-syntax define-record-type define-values define-struct lambda let let* "
        "letrec "
        "letrec* let-values let*-values named-lambda begin if cond case when unless and or not do "
        "else => set! quote quasiquote unquote unquote-splicing delay force delay-force "
        "parameterize "
        "guard case-lambda syntax-rules let-syntax letrec-syntax call/cc "
        "call-with-current-continuation values call-with-values dynamic-wind apply map for-each "
        "filter fold fold-left fold-right foldl foldr reduce cons car cdr cadr cddr caar caddr "
        "list append reverse length null? pair? list? number? symbol? string? eq? eqv? equal? "
        "zero? "
        "display newline write error + - * / = < > <= >= quotient remainder modulo abs min max "
        "vector-ref vector-set! make-vector vector hash-ref require provide import export module",
    .number_part = "/",
    .number_prefixes = "#x #X #b #B #o #O #d #e #i",
    .delimited = {line_comment(";"), nested_comment("#|", "|#"), quoted_name("|"),
                  long_string("\"", "\""), line_comment("#lang", Where::column_one),
                  named_character("#\\", true), heredoc("#<<"),
                  // #;(…) is left out.
                  attribute("#;("), attribute("#;["), exact(Piece::operation, "#;")},
    .alike = "call/cc call-with-current-continuation ;",
};

constinit const Language kClojure{
    .name = "clojure",
    .title = "Clojure",
    .aliases = "clj cljs",
    .extensions = "clj cljs cljc edn",
    .interpreters = "clojure clj bb",
    .identifier_start = kSymbolBytes,
    .identifier_part = "+-*/<>=!?$%&~:.'#",
    .keywords =
        "def defn defn- defmacro defmulti defmethod defprotocol defrecord deftype defonce declare "
        "fn "
        "let letfn loop recur if if-not if-let when when-not when-let when-first cond condp case "
        "do "
        "doseq dotimes for while quote var throw try catch finally ns and or not nil true false -> "
        "->> as-> some-> map filter reduce apply partial comp first rest next last cons conj assoc "
        "dissoc get get-in update into seq vec list vector hash-map set count empty? nil? zero? "
        "inc dec + - * / = == < > <= >= not= mod quot rem str println print range take drop "
        "concat swap! reset! atom deref",
    .number_part = "/",
    .delimited = {line_comment(";"), long_string("\"", "\""), named_character("\\", true),
                  // #_(…) is left out.
                  attribute("#_("), attribute("#_["), attribute("#_{")},
    .dropped = ",",
};

constinit const Language kErlang{
    .name = "erlang",
    .title = "Erlang",
    .aliases = "erl",
    .extensions = "erl hrl escript",
    .interpreters = "escript",
    .capitals = true,
    .identifier_part = "@",
    .directive = '-',
    .keywords =
        "after and andalso band begin bnot bor bsl bsr bxor case catch cond div else end "
        "fun if let maybe not of or orelse receive rem try when xor true false ok error "
        "undefined -module -export -import -include -include_lib -compile -author -vsn "
        "-behaviour -behavior -record -define -type -spec -opaque -ifdef -ifndef -else "
        "-endif -undef -export_type",
    .operators = "=:= =/= == /= =< >= -> <- <= => := ++ -- || :: .. << >> !",
    .number_part = "#",
    .point_ends = true,
    .delimited = {line_comment("%"), line_comment("#!", Where::column_one),
                  tagged_string("\"\"\"", "\"", "", "\"\"\"", ""), long_string("\"", "\""),
                  long_string("'", "'"), named_character("$", false)},
    .skipped =
        "-module -export -import -include -include_lib -compile -author -vsn -behaviour "
        "-behavior -export_type -spec",
    .skips_parenthesised = true,
};

constinit const Language kElixir{
    .name = "elixir",
    .title = "Elixir",
    .aliases = "ex exs",
    .extensions = "ex exs",
    .interpreters = "elixir iex",
    .capitals = true,
    .sigils = "@",
    .keywords =
        "after alias and case catch cond def defdelegate defexception defguard defimpl "
        "defmacro defmacrop defmodule defp defprotocol defstruct do else end false fn for "
        "if import in nil not or quote raise receive require rescue super throw true try "
        "unless unquote use when with",
    .operators =
        "<<< >>> === !== ~~~ ||| &&& ^^^ <~> |> -> <- => == != <= >= =~ && || ++ -- <> .. "
        ":: // \\\\ << >> ~> <~ +++",
    .delimited = {line_comment("#"),
                  block_comment("@doc \"\"\"", "\"\"\""),
                  block_comment("@moduledoc \"\"\"", "\"\"\""),
                  long_string("\"\"\"", "\"\"\"", "#{"),
                  long_string("'''", "'''", "#{"),
                  long_string("~S\"\"\"", "\"\"\""),
                  long_string("~s\"\"\"", "\"\"\"", "#{"),
                  long_string("~H\"\"\"", "\"\"\""),
                  long_string("~S'''", "'''"),
                  long_string("~s'''", "'''", "#{"),
                  long_string("\"", "\"", "#{"),
                  long_string("'", "'", "#{"),
                  chosen_string("~r", "#{"),
                  chosen_string("~R"),
                  chosen_string("~s", "#{"),
                  chosen_string("~S"),
                  chosen_string("~w", "#{"),
                  chosen_string("~W"),
                  chosen_string("~c", "#{"),
                  chosen_string("~C"),
                  chosen_string("~D"),
                  chosen_string("~T"),
                  chosen_string("~N"),
                  chosen_string("~U"),
                  named_character("?", false, Where::not_touching)},
    .name_signs = ".",
    .operand_words = "nil true false end",
    .skipped = "alias import require use",
};

}  // namespace whorl::internal::tokens::code::tables
