// C and C++ are one family, so that a .c file and a .cc file are compared; JavaScript and
// TypeScript.

#include "tokens/code/tables/statements.h"

#include "tokens/code/tables/tables.h"

namespace whorl::internal::tokens::code::tables {
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

// No >>, because it also closes two lists of types, which may be written > > as well.
constexpr std::string_view kOperators =
    "... <<= >>= <=> ->* -> ++ -- << <= >= == != && || += -= *= /= %= &= |= ^= :: .* ##";

constexpr std::string_view kDropped = "const volatile static extern register inline auto restrict";

constexpr std::string_view kSkipped = "#include #import #pragma #ident #line #error #warning using";

constexpr Delimited kRaw[] = {
    tagged_string("R\"", "", "(", ")", "\""),  tagged_string("LR\"", "", "(", ")", "\""),
    tagged_string("uR\"", "", "(", ")", "\""), tagged_string("u8R\"", "", "(", ")", "\""),
    tagged_string("UR\"", "", "(", ")", "\""),
};

}  // namespace

constinit const Language kC{
    .name = "c",
    .title = "C",
    .aliases = "ansi-c",
    .family = "c-family",
    .extensions = "c h",
    .directive = '#',
    .keywords =
        "auto break case char const continue default do double else enum extern float for "
        "goto if inline int long register restrict return short signed sizeof static "
        "struct switch typedef union unsigned void volatile while _Bool bool _Complex "
        "_Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local "
        "true false NULL nullptr "
        "#include #import #define #undef #if #ifdef #ifndef #elif #else #endif #pragma #ident "
        "#line #error #warning",
    .operators = kOperators,
    .number_part = "'",
    .string_prefixes = "l u u8",
    .delimited = {spliced_comment("//"), block_comment("/*", "*/"), string("\""), character("'")},
    .splices_lines = true,
    .dropped = kDropped,
    .skipped = kSkipped,
    .statements = &kCStatements,
};

constinit const Language kCpp{
    .name = "cpp",
    .title = "C++",
    .aliases = "c++ cc cxx",
    .family = "c-family",
    .extensions = "cc cpp cxx c++ cp hh hpp hxx h++ h ipp inl tcc tpp ino cu cuh",
    .clues = "namespace template class public: private: protected: std:: virtual constexpr nullptr",
    .directive = '#',
    .keywords =
        "alignas alignof asm auto bool break case catch char char8_t char16_t char32_t "
        "class concept const consteval constexpr constinit const_cast continue co_await "
        "co_return co_yield decltype default delete do double dynamic_cast else enum "
        "explicit export extern false final float for friend goto if inline int long "
        "mutable namespace new noexcept nullptr NULL operator override private protected "
        "public register reinterpret_cast requires return short signed sizeof static "
        "static_assert static_cast struct switch template this thread_local throw true "
        "try typedef typeid typename union unsigned using virtual void volatile wchar_t "
        "while and or not xor bitand bitor compl and_eq or_eq xor_eq not_eq "
        "#include #import #define #undef #if #ifdef #ifndef #elif #else #endif #pragma #ident "
        "#line #error #warning",
    .operators = kOperators,
    .number_part = "'",
    .string_prefixes = "l u u8",
    .delimited = {spliced_comment("//"), block_comment("/*", "*/"), string("\""), character("'"),
                  kRaw[0], kRaw[1], kRaw[2], kRaw[3], kRaw[4]},
    .splices_lines = true,
    .dropped =
        "const volatile static extern register inline auto constexpr consteval constinit "
        "mutable explicit noexcept override final virtual",
    .skipped = kSkipped,
    .alike =
        "&& and ; || or ; ! not ; ^ xor ; & bitand ; | bitor ; ~ compl ; &= and_eq ; "
        "|= or_eq ; ^= xor_eq ; != not_eq ; nullptr NULL ;",
    .statements = &kCStatements,
};

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

}  // namespace whorl::internal::tokens::code::tables
