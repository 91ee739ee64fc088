// JavaScript and TypeScript: one family.
#include "canon/code/tables/tables.h"

namespace whorl::internal::canon::code::tables {
namespace {

constexpr std::string_view kScriptOperators =
    ">>>= ... === !== **= <<= >>= &&= ||= \?\?= => ?. ?? ** ++ -- << <= >= == != && || += "
    "-= "
    "*= /= %= &= |= ^=";

constexpr std::string_view kOperandWords = "this super null true false undefined";

constexpr Delimited regex_with_classes() {
  Delimited d = regex_literal();
  d.classes = true;
  return d;
}

constexpr StatementWords kScriptStatements{
    .heads = "if else for while do switch",
    .counts = "for",
    .loops = "for while",
    .types = "var let const any boolean number object string",
    .negations = "!",
    .comparisons = "== != === !== < > <= >=",
    .constants = "true false null undefined",
    .lines = true,
};

}  // namespace

constinit const Language kJavaScript{
    .name = "javascript",
    .title = "JavaScript",
    .aliases = "js jsx node ecmascript",
    .family = "ecmascript",
    .extensions = "js mjs cjs jsx es6",
    .interpreters = "node nodejs deno bun",
    .identifier_start = "$#",
    .keywords =
        "async await break case catch class const continue debugger default delete do else "
        "enum export extends false finally for function if import in instanceof let new "
        "null of return static super switch this throw true try typeof undefined var void "
        "while with yield",
    .operators = kScriptOperators,
    .delimited = {line_comment("//"), block_comment("/*", "*/"),
                  line_comment("#!", Where::column_one), string("\""), string("'"),
                  long_string("`", "`", "${"), regex_with_classes()},
    .name_signs = ". ?.",
    .operand_words = kOperandWords,
    .guards = "if while for with",
    .jsx = true,
    .skipped = "import",
    .alike = "var let const ;",
    .statements = &kScriptStatements,
};

constinit const Language kTypeScript{
    .name = "typescript",
    .title = "TypeScript",
    .aliases = "ts tsx",
    .family = "ecmascript",
    .extensions = "ts tsx mts cts",
    .interpreters = "ts-node tsx",
    .identifier_start = "$#",
    .keywords =
        "abstract any as async await boolean break case catch class const continue "
        "debugger declare default delete do else enum export extends false finally for "
        "function if implements import in infer instanceof interface is keyof let "
        "namespace never new null number object of override private protected public "
        "readonly return satisfies static string super switch this throw true try type "
        "typeof undefined unknown var void while with yield",
    .operators = kScriptOperators,
    .delimited = {line_comment("//"), block_comment("/*", "*/"),
                  line_comment("#!", Where::column_one), string("\""), string("'"),
                  long_string("`", "`", "${"), regex_with_classes()},
    .name_signs = ". ?.",
    .operand_words = kOperandWords,
    .guards = "if while for with",
    .jsx = true,
    .dropped = "public private protected readonly abstract override declare",
    .skipped = "import",
    .annotation = '@',
    .alike = "var let const ;",
    .statements = &kScriptStatements,
};

}  // namespace whorl::internal::canon::code::tables
