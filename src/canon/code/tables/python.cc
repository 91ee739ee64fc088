#include "canon/code/tables/tables.h"

namespace whorl::internal::canon::code::tables {
namespace {

// f"…{x:>10}…"
constexpr Delimited formatted(Delimited d) {
  d.prefixes = "f rf fr t rt tr";
  d.holes = "{";
  d.doubled_hole = true;
  d.spec = ':';
  return d;
}

constexpr StatementWords kPythonStatements{
    .heads = "if elif else for while",
    .loops = "for while",
    .negations = "not",
    .comparisons = "== != <> < > <= >=",
    .constants = "True False None",
    .lines = true,
};

}  // namespace

constinit const Language kPython{
    .name = "python",
    .title = "Python",
    .aliases = "py python3 python2",
    .extensions = "py pyw pyi sage gyp",
    .file_names = "sconstruct sconscript wscript",
    .interpreters = "python python2 python3 pypy pypy3",
    .keywords =
        "False None True and as assert async await break case class continue def del elif "
        "else except exec finally for from global if import in is lambda match nonlocal "
        "not or pass print raise return try while with yield",
    .operators = "**= //= >>= <<= ... -> := ** // << >> <= >= == != <> += -= *= /= %= &= |= ^= @=",
    .string_prefixes = "r b u f t rb br fr rf tr rt",
    // A long string that begins a line is a docstring: it says as much as a comment.
    .delimited = {line_comment("#"), formatted(long_string("\"\"\"", "\"\"\"")),
                  formatted(long_string("'''", "'''")), formatted(string("\"")),
                  formatted(string("'")), block_comment("\"\"\"", "\"\"\"", Where::statement),
                  block_comment("'''", "'''", Where::statement), long_string("\"\"\"", "\"\"\""),
                  long_string("'''", "'''"), string("\""), string("'")},
    .splices_lines = true,
    .indents = true,
    .skipped = "import from",
    .statements = &kPythonStatements,
};

}  // namespace whorl::internal::canon::code::tables
