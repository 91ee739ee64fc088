// Languages of the Java virtual machine and of .NET, except Clojure, which is a Lisp.

#include "tokens/code/tables/statements.h"

#include "tokens/code/tables/tables.h"

namespace whorl::internal::tokens::code::tables {
namespace {

// @"…""…" over several lines.
constexpr Delimited verbatim_string(std::string_view open) {
  Delimited d = raw_string(open, "\"");
  d.doubled = true;
  return d;
}

constexpr Delimited interpolated(Delimited d) {
  d.holes = "{";
  d.doubled_hole = true;
  d.spec = ':';
  return d;
}

constexpr Delimited interpolated_string() {
  Delimited d = interpolated(string("\""));
  d.open = "$\"";
  return d;
}

// """…""" with as many quotes at the end as at the beginning.
constexpr Delimited long_raw_string(std::string_view open) {
  return tagged_string(open, "\"", "", "\"\"\"", "");
}

// $"…{x}…" in which a doubled quote is a quote.
constexpr Delimited interpolated_doubled_string() {
  Delimited d = interpolated(doubled_string("\""));
  d.open = "$\"";
  return d;
}

constexpr Delimited fsharp_comment() {
  Delimited d = nested_comment("(*", "*)");
  d.strings = true;
  return d;
}

// """…""" without escapes; quotes before the close are part of it.
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

constinit const Language kCSharp{
    .name = "csharp",
    .title = "C#",
    .aliases = "c# cs",
    .extensions = "cs csx",
    .directive = '#',
    .keywords =
        "abstract as async await base bool break byte case catch char checked class const "
        "continue decimal default delegate do double dynamic else enum event explicit extern "
        "false finally fixed float for foreach get goto if implicit in init int interface internal "
        "is lock long nameof namespace new null object operator out override params partial "
        "private protected public readonly record ref required return sbyte sealed set short "
        "sizeof stackalloc static string struct switch this throw true try typeof uint ulong "
        "unchecked unsafe ushort using var virtual void volatile when where while with yield "
        "#region #endregion #pragma #if #else #elif #endif #define #undef #nullable #line "
        "#error #warning",
    .operators =
        ">>>= \?\?= <<= >>= => -> ?. ?? :: .. ++ -- << <= >= == != && || += -= *= "
        "/= %= &= |= ^=",
    .delimited = {line_comment("//"), block_comment("/*", "*/"), verbatim_string("@\""),
                  interpolated(verbatim_string("$@\"")), interpolated(verbatim_string("@$\"")),
                  long_raw_string("\"\"\""), long_raw_string("$\"\"\""),
                  long_raw_string("$$\"\"\""), long_raw_string("$$$\"\"\""), interpolated_string(),
                  string("\""), character("'")},
    .dropped =
        "public private protected internal static readonly const sealed abstract virtual "
        "override partial async unsafe extern volatile",
    .skipped = "using #region #endregion #pragma #nullable #line #error #warning",
    .alike = "string String ; object Object ;",
    .statements = &kJavaStatements,
};

constinit const Language kVisualBasic{
    .name = "vb",
    .title = "Visual Basic",
    .aliases = "visualbasic vb.net vba vbscript",
    .extensions = "vb bas frm cls vbs vba",
    .clues = "Dim Sub Attribute VB_Name Option Function Module",
    .fold_case = true,
    .keywords =
        "AddHandler AddressOf Alias And AndAlso As Boolean ByRef Byte ByVal Call Case Catch CBool "
        "CByte CChar CDate CDbl CDec Char CInt Class CLng CObj Const Continue CSng CStr CType Date "
        "Decimal Declare Default Delegate Dim DirectCast Do Double Each Else ElseIf End EndIf Enum "
        "Erase Error Event Exit False Finally For Friend Function Get GetType Global GoSub GoTo "
        "Handles If Implements Imports In Inherits Integer Interface Is IsNot Let Lib Like Long "
        "Loop Me Mod Module MustInherit MustOverride MyBase MyClass Namespace Narrowing New Next "
        "Not Nothing NotInheritable NotOverridable Object Of On Operator Option Optional Or OrElse "
        "Overloads Overridable Overrides ParamArray Partial Private Property Protected Public "
        "RaiseEvent ReadOnly ReDim RemoveHandler Resume Return SByte Select Set Shadows Shared "
        "Short Single Static Step Stop String Structure Sub SyncLock Then Throw To True Try "
        "TryCast TypeOf UInteger ULong Until UShort Using Wend When While Widening With "
        "WithEvents WriteOnly Xor _",
    .operators = "<<= >>= := <> <= >= << += -= *= /= \\= ^= &=",
    .number_prefixes = "&H &h &O &o &B &b",
    .delimited = {line_comment("'"), line_comment("Rem ", Where::line_start),
                  line_comment("REM ", Where::line_start), interpolated_doubled_string(),
                  doubled_string("\"")},
    .dropped =
        "Public Private Protected Friend Shared Static ReadOnly Const Overridable Overrides "
        "Partial ByVal Call _",
    .skipped = "Imports Option Attribute",
};

constinit const Language kFSharp{
    .name = "fsharp",
    .title = "F#",
    .aliases = "f# fs",
    .extensions = "fs fsx fsi",
    .clues = "let open module printfn |> match -> fun namespace type",
    .capitals = true,
    .identifier_part = "'",
    .sigils = "'",
    .directive = '#',
    .keywords =
        "abstract and as assert base begin class default delegate do done downcast downto elif "
        "else end exception extern false finally fixed for fun function global if in inherit "
        "inline interface internal lazy let match member module mutable namespace new not null of "
        "open or override private public rec return select sig static struct then to true try "
        "type upcast use val void when while with yield #if #else #endif #load #r #light",
    .operators = "<- -> |> <| << >> :: := .. ;; <= >= <> && || :? :> [| |] <@ @> ** |||",
    .delimited = {line_comment("//"), fsharp_comment(), exact(Piece::operation, "(*)"),
                  raw_string("\"\"\"", "\"\"\""), interpolated(raw_string("$\"\"\"", "\"\"\"")),
                  verbatim_string("@\""), interpolated(verbatim_string("$@\"")),
                  interpolated(verbatim_string("@$\"")), interpolated(long_string("$\"", "\"")),
                  long_string("\"", "\""), quoted_name("``"), short_character("'")},
    .indents = true,
    .dropped = "private public internal inline",
    .skipped = "open #load #r #light",
};

}  // namespace whorl::internal::tokens::code::tables
