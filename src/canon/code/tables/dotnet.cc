// Languages of .NET.
#include "canon/code/tables/statements.h"
#include "canon/code/tables/tables.h"

namespace whorl::internal::canon::code::tables {
namespace {

// @"…""…" over lines.
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

// """…""" with as many quotes at the end as at the begin.
constexpr Delimited long_raw_string(std::string_view open) {
  return tagged_string(open, "\"", "", "\"\"\"", "");
}

// $"…{x}…" where a quote doubled stands for itself.
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

}  // namespace

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

}  // namespace whorl::internal::canon::code::tables
