// Pascal, Modula-2 and Ada.
#include "canon/code/tables/tables.h"

namespace whorl::internal::canon::code::tables {

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

}  // namespace whorl::internal::canon::code::tables
