// Lisps: the words that shape a program are listed; all other symbols are names.
#include "canon/code/tables/tables.h"

namespace whorl::internal::canon::code::tables {
namespace {

constexpr std::string_view kSymbolBytes = "+-*/<>=!?$%&^~:";

}  // namespace

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

}  // namespace whorl::internal::canon::code::tables
