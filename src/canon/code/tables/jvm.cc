// Languages of the Java virtual machine.
#include "canon/code/tables/tables.h"

namespace whorl::code {

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
    .operators = "... >>>= <<= >>= >>> -> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= ::",
    .delimited = {line_comment("//"), block_comment("/*", "*/"), long_string("\"\"\"", "\"\"\""),
                  string("\""), character("'")},
    .dropped =
        "public private protected final static abstract native strictfp synchronized "
        "transient volatile",
    .skipped = "import package",
    .annotation = '@',
};

}  // namespace whorl::code
