// Languages of the Java virtual machine, but for Clojure, which is a Lisp.
#include "canon/code/tables/statements.h"
#include "canon/code/tables/tables.h"

namespace whorl::internal::canon::code::tables {
namespace {

// """…""" without escapes; quotes before the close belong to it.
constexpr Delimited triple_string(std::string_view holes = {}) {
  Delimited d = raw_string("\"\"\"", "\"\"\"");
  d.holes = holes;
  d.greedy = true;
  return d;
}

constexpr Delimited slashy_string() {
  Delimited d = regex_literal();
  d.multiline = true;
  d.holes = "${";
  return d;
}

}  // namespace

constinit const Language kJava{
    .name = "java",
    .title = "Java",
    .extensions = "java",
    .identifier_start = "$",
    .keywords =
        "abstract assert boolean break byte case catch char class const continue default "
        "do double else enum extends final finally float for goto if implements import "
        "instanceof int interface long native new package private protected public record "
        "return sealed short static strictfp super switch synchronized this throw throws "
        "transient try var void volatile while yield true false null",
    .operators = "... >>>= <<= >>= -> ++ -- << <= >= == != && || += -= *= /= %= &= |= ^= ::",
    .delimited = {line_comment("//"), block_comment("/*", "*/"), long_string("\"\"\"", "\"\"\""),
                  string("\""), character("'")},
    .dropped =
        "public private protected final static abstract native strictfp synchronized "
        "transient volatile",
    .skipped = "import package",
    .annotation = '@',
    .statements = &kJavaStatements,
};

constinit const Language kKotlin{
    .name = "kotlin",
    .title = "Kotlin",
    .aliases = "kt",
    .extensions = "kt kts",
    .interpreters = "kotlin",
    .keywords =
        "abstract actual annotation as break by catch class companion const constructor "
        "continue crossinline data do else enum expect external false final finally for "
        "fun get if import in infix init inline inner interface internal is lateinit "
        "noinline null object open operator out override package private protected public "
        "reified return sealed set super suspend tailrec this throw true try typealias "
        "val value var vararg when where while",
    .operators = "!== === !! ?. ?: :: -> ..< .. ++ -- <= >= == != && || += -= *= /= %=",
    .delimited = {line_comment("//"), nested_comment("/*", "*/"), triple_string("${"),
                  string("\"", "${"), character("'"), quoted_name("`")},
    .dropped =
        "public private protected internal final open abstract override inline lateinit "
        "const suspend operator data",
    .skipped = "import package",
    .annotation = '@',
    .alike = "var val ;",
};

constinit const Language kScala{
    .name = "scala",
    .title = "Scala",
    .extensions = "scala sc sbt",
    .interpreters = "scala",
    .identifier_start = "$",
    .keywords =
        "abstract case catch class def derives do else end enum export extends extension "
        "false final finally for forSome given if implicit import infix inline lazy match "
        "new null object opaque open override package private protected return sealed "
        "super then this throw trait transparent true try type using val var while with "
        "yield",
    .operators = "=> <- -> <: >: <% :: ::: ++ -- << <= >= == != && || += -= *= /= %= ?=>",
    .string_prefixes = "*",  // sql"…$x…": any name
    .delimited = {line_comment("//"), nested_comment("/*", "*/"),
                  prefixed(triple_string("${"), "*"), triple_string(),
                  prefixed(string("\"", "${"), "*"), string("\""), short_character("'"),
                  quoted_name("`")},
    .dropped = "private protected final override implicit lazy sealed abstract inline",
    .skipped = "import",
    .annotation = '@',
    .alike = "var val ;",
};

constinit const Language kGroovy{
    .name = "groovy",
    .title = "Groovy",
    .extensions = "groovy gvy gradle gsh",
    .file_names = "jenkinsfile",
    .interpreters = "groovy",
    .identifier_start = "$",
    .keywords =
        "abstract as assert boolean break byte case catch char class const continue def "
        "default do double else enum extends false final finally float for goto if "
        "implements import in instanceof int interface long native new null package "
        "private protected public return short static super switch synchronized this "
        "throw throws trait transient true try var void volatile while",
    .operators =
        "... ==~ <=> >>>= <<= >>= **= ?. ?: *. .& =~ ** -> .. ++ -- << <= >= == != "
        "&& || += -= *= /= %= &= |= ^= ::",
    .delimited = {line_comment("//"), block_comment("/*", "*/"),
                  long_string("\"\"\"", "\"\"\"", "${"), long_string("'''", "'''"),
                  string("\"", "${"), string("'"), raw_string("$/", "/$"), slashy_string(),
                  line_comment("#!", Where::column_one)},
    .name_signs = ". ?. *. .&",
    .operand_words = "this super null true false",
    .guards = "if while for",
    .line_statements = true,
    .dropped = "public private protected final static abstract",
    .skipped = "import package",
    .annotation = '@',
    .statements = &kJavaStatements,
};

}  // namespace whorl::internal::canon::code::tables
