// Go, Rust, Swift, Dart; GLSL and Solidity, which look like C; Pascal, Modula-2 and Ada.

#include "tokens/code/tables/statements.h"

#include "tokens/code/tables/tables.h"

namespace whorl::internal::tokens::code::tables {
namespace {

constexpr Delimited raw_line(std::string_view open, std::string_view close) {
  return {.piece = Piece::string, .form = Form::enclosed, .open = open, .close = close};
}

// Operators may also begin with a slash, followed by a blank.
constexpr Delimited swift_regex() {
  Delimited d = regex_literal();
  d.classes = true;
  d.unless = " \t*/=)";
  return d;
}

constexpr StatementWords kGoStatements{
    .heads = "if else for switch",
    .counts = "for",
    .loops = "for",
    .types = "var bool byte error float32 float64 int int64 rune string uint8 uint16 uint32 uint64",
    .negations = "!",
    .comparisons = "== != < > <= >=",
    .constants = "true false nil iota",
    .lines = true,
};

}  // namespace

constinit const Language kGo{
    .name = "go",
    .title = "Go",
    .aliases = "golang",
    .extensions = "go",
    .keywords =
        "break case chan const continue default defer else fallthrough for func go goto if "
        "import interface map package range return select struct switch type var true "
        "false nil iota append cap copy delete len make new panic recover string int bool "
        "byte error float64 float32 int64 int32 uint8 uint16 uint32 uint64 rune",
    .operators = "&^= <<= >>= ... := <- ++ -- << <= >= == != && || &^ += -= *= /= %= &= |= ^=",
    .delimited = {line_comment("//"), block_comment("/*", "*/"), string("\""), raw_string("`", "`"),
                  character("'")},
    .skipped = "import package",
    .skips_parenthesised = true,
    .statements = &kGoStatements,
};

constinit const Language kRust{
    .name = "rust",
    .title = "Rust",
    .aliases = "rs",
    .extensions = "rs",
    .sigils = "'",  // of lifetimes
    .keywords =
        "as async await break const continue crate dyn else enum extern false fn for if "
        "impl in let loop macro_rules match mod move mut pub ref return self Self static "
        "struct super trait true type union unsafe use where while yield bool char f32 "
        "f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize Some None Ok Err",
    .operators = "<<= >>= ... ..= => -> :: .. << <= >= == != && || += -= *= /= %= &= |= ^=",
    .string_prefixes = "b c",
    .delimited = {line_comment("//"), nested_comment("/*", "*/"),
                  // Attributes are annotations.
                  attribute("#["), attribute("#!["), tagged_string("r", "#", "\"", "\"", ""),
                  tagged_string("br", "#", "\"", "\"", ""),
                  tagged_string("cr", "#", "\"", "\"", ""), long_string("\"", "\""),
                  short_character("'")},
    .dropped = "pub mut ref unsafe",
    .skipped = "use",
};

constinit const Language kSwift{
    .name = "swift",
    .title = "Swift",
    .extensions = "swift",
    .interpreters = "swift",
    .sigils = "$",
    .keywords =
        "actor any as associatedtype async await break case catch class continue default "
        "defer deinit didSet do else enum extension fallthrough false fileprivate final "
        "for func get guard if import in indirect infix init inout internal is lazy let "
        "mutating nil nonmutating open operator optional override postfix prefix private "
        "protocol public repeat required rethrows return self Self set some static struct "
        "subscript super switch throw throws true try typealias unowned var weak where "
        "while willSet",
    .operators = "... ..< === !== &+ &- &* ?? -> << <= >= == != && || += -= *= /= %= &= |= ^=",
    .delimited = {line_comment("//"), nested_comment("/*", "*/"),
                  long_string("\"\"\"", "\"\"\"", "\\("),
                  tagged_string("#", "#", "\"\"\"", "\"\"\"#", ""),
                  tagged_string("#", "#", "\"", "\"#", ""), tagged_string("#", "#", "/", "/#", ""),
                  string("\"", "\\("), swift_regex(), quoted_name("`")},
    .name_signs = ".",
    .operand_words = "self Self super nil true false",
    .line_statements = true,
    .dropped =
        "public private fileprivate internal open final static override lazy mutating weak "
        "unowned required",
    .skipped = "import",
    .annotation = '@',
    .alike = "var let ;",
};

constinit const Language kDart{
    .name = "dart",
    .title = "Dart",
    .extensions = "dart",
    .interpreters = "dart",
    .identifier_start = "$",
    .keywords =
        "abstract as assert async await base bool break case catch class const continue "
        "covariant default deferred do double dynamic else enum export extends extension "
        "external factory false final finally for get hide if implements import in int "
        "interface is late library mixin new null num of on operator part required "
        "rethrow return sealed set show static super switch sync this throw true try "
        "typedef var void when while with yield String",
    .operators =
        "\?\?= >>>= <<= >>= ... ~/= ?? ?. .. => ~/ ++ -- << <= >= == != && || += -= "
        "*= /= %= &= |= ^=",
    .delimited = {line_comment("//"), nested_comment("/*", "*/"),
                  long_string("\"\"\"", "\"\"\"", "${"), long_string("'''", "'''", "${"),
                  raw_string("r\"\"\"", "\"\"\""), raw_string("r'''", "'''"), raw_line("r\"", "\""),
                  raw_line("r'", "'"), string("\"", "${"), string("'", "${")},
    .dropped = "final const static abstract late required",
    .skipped = "import export library part",
    .annotation = '@',
    .statements = &kJavaStatements,
};

constinit const Language kGlsl{
    .name = "glsl",
    .title = "GLSL",
    .extensions = "glsl vert frag geom comp tesc tese vsh fsh vs fs shader",
    .clues = "void gl_Position gl_FragColor #version uniform vec2 vec3 vec4 mat4 sampler2D in out",
    .directive = '#',
    .keywords =
        "attribute const uniform varying buffer shared coherent volatile restrict readonly "
        "writeonly layout centroid flat smooth noperspective patch sample break continue do for "
        "while switch case default if else subroutine in out inout float double int void bool "
        "true false invariant precise discard return mat2 mat3 mat4 vec2 vec3 vec4 ivec2 ivec3 "
        "ivec4 bvec2 bvec3 bvec4 uint uvec2 uvec3 uvec4 lowp mediump highp precision sampler1D "
        "sampler2D sampler3D samplerCube struct texture texture2D mix clamp dot cross normalize "
        "length sin cos pow max min abs floor fract smoothstep step reflect "
        "#define #undef #if #ifdef #ifndef #else #elif #endif #version #extension #pragma #line "
        "#error",
    .operators = "<<= >>= ++ -- << <= >= == != && || ^^ += -= *= /= %= &= |= ^=",
    .delimited = {spliced_comment("//"), block_comment("/*", "*/"), string("\"")},
    .splices_lines = true,
    .dropped = "const lowp mediump highp",
    .skipped = "#version #extension #pragma #line precision",
    .statements = &kCStatements,
};

constinit const Language kSolidity{
    .name = "solidity",
    .title = "Solidity",
    .aliases = "sol",
    .extensions = "sol",
    .identifier_start = "$",
    .keywords =
        "abstract address anonymous as assembly bool break bytes bytes32 calldata case catch "
        "constant constructor continue contract default delete do else emit enum error event "
        "external fallback false final for from function if immutable import indexed int int256 "
        "interface internal is let library mapping memory modifier new override payable pragma "
        "private public pure receive require return returns revert storage string struct super "
        "switch this throw true try type uint uint8 uint256 unchecked using view virtual while wei "
        "gwei ether seconds minutes hours days weeks",
    .operators = ">>>= <<= >>= => ** ++ -- << <= >= == != && || += -= *= /= %= &= |= ^= -> :=",
    .string_prefixes = "hex unicode",
    .delimited = {line_comment("//"), block_comment("/*", "*/"), string("\""), string("'")},
    .dropped = "public private internal external virtual override",
    .skipped = "pragma import",
    .alike = "uint uint256 ; int int256 ;",
    .statements = &kJavaStatements,
};

constinit const Language kPascal{
    .name = "pascal",
    .title = "Pascal",
    .aliases = "delphi objectpascal",
    .extensions = "pas pp p dpr lpr dpk inc",
    .clues = "begin end; procedure function program unit var := uses",
    .fold_case = true,
    .keywords =
        "absolute and array as asm begin boolean byte case char class const constructor destructor "
        "dispinterface div do downto else end except exit exports false file finalization finally "
        "for forward function goto if implementation in inherited initialization inline integer "
        "interface is label library longint mod nil not object of on or out packed private "
        "procedure program property protected public published raise real record repeat set shl "
        "shr string then threadvar to true try type unit until uses var virtual while with xor "
        "write writeln read readln",
    .operators = ":= <> <= >= .. ** += -= *= /= ><",
    .number_prefixes = "$ # #$ %",
    .delimited = {line_comment("//"), block_comment("{", "}"), block_comment("(*", "*)"),
                  doubled_string("'")},
    .dropped = "private protected public published packed virtual inline forward",
    .skipped = "uses program unit",
};

constinit const Language kModula2{
    .name = "modula2",
    .title = "Modula-2",
    .aliases = "modula-2 m2",
    .extensions = "mod def mi m2",
    .clues = "MODULE BEGIN END PROCEDURE IMPORT FROM",
    .keywords =
        "AND ARRAY BEGIN BY CASE CONST DEFINITION DIV DO ELSE ELSIF END EXCEPT EXIT EXPORT FINALLY "
        "FOR FORWARD FROM IF IMPLEMENTATION IMPORT IN LOOP MOD MODULE NOT OF OR PACKEDSET POINTER "
        "PROCEDURE QUALIFIED RECORD REM REPEAT RETRY RETURN SET THEN TO TYPE UNTIL VAR WHILE WITH "
        "ABS BITSET BOOLEAN CAP CARDINAL CHAR CHR DEC DISPOSE EXCL FALSE FLOAT HALT HIGH INC INCL "
        "INTEGER LONGINT LONGREAL MAX MIN NEW NIL ODD ORD PROC REAL SIZE TRUE TRUNC VAL",
    .operators = ":= <> <= >= ..",
    .delimited = {nested_comment("(*", "*)"),
                  block_comment("<*", "*>"),
                  {.piece = Piece::string, .form = Form::enclosed, .open = "\"", .close = "\""},
                  {.piece = Piece::string, .form = Form::enclosed, .open = "'", .close = "'"}},
    .skipped = "IMPORT FROM EXPORT",
    .alike = "<> # ; AND & ; NOT ~ ;",
};

constinit const Language kAda{
    .name = "ada",
    .title = "Ada",
    .extensions = "ada adb ads",
    .fold_case = true,
    .keywords =
        "abort abs abstract accept access aliased all and array at begin body case constant "
        "declare delay delta digits do else elsif end entry exception exit for function generic "
        "goto if in interface is limited loop mod new not null of or others out overriding "
        "package parallel pragma private procedure protected raise range record rem renames "
        "requeue return reverse select separate some subtype synchronized tagged task terminate "
        "then type until use when while with xor integer natural positive float boolean "
        "character string true false",
    .operators = ":= /= <= >= => .. ** << >> <>",
    .number_part = "#",
    .delimited = {line_comment("--"), doubled_string("\""),
                  short_character("'", Where::not_touching)},
    .dropped = "overriding aliased constant",
    .skipped = "with use pragma",
};

}  // namespace whorl::internal::tokens::code::tables
