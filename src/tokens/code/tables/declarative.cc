// Declarative languages: SQL, Prolog, HCL, CSS.
#include "tokens/code/tables/tables.h"

namespace whorl::internal::tokens::code::tables {
namespace {

constexpr Delimited long_doubled_string(std::string_view quote) {
  Delimited d = doubled_string(quote);
  d.multiline = true;
  return d;
}

constexpr Delimited sql_escaped_string(std::string_view quote) {
  Delimited d = long_doubled_string(quote);
  d.escape = '\\';
  return d;
}

constexpr Delimited in_dialect(Delimited d) {
  d.dialect = true;
  return d;
}

// q'[…]'
constexpr Delimited quoted_string() {
  return {
      .piece = Piece::string, .form = Form::quoted, .open = "'", .close = "'", .multiline = true};
}

// $$…$$; on one line in MySQL, which ends statements with $$ if DELIMITER says so.
constexpr Delimited dollars() {
  Delimited d = raw_string("$$", "$$");
  d.standard = true;
  return d;
}

constexpr Delimited dollars_on_line() {
  Delimited d = dollars();
  d.standard = d.multiline = false;
  return d;
}

// $tag$…$tag$
constexpr Delimited dollar_string() {
  Delimited d = tagged_string(
      "$", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", "$", "$", "$");
  d.single = true;
  return d;
}

// U&'…'
constexpr Delimited unicode_string(std::string_view open, std::string_view quote) {
  Delimited d = long_doubled_string(quote);
  d.open = open;
  return d;
}

// Comments are nested, except in MySQL.
constexpr Delimited in_standard(Delimited d) {
  d.standard = true;
  return d;
}

// [Order Details] of Transact-SQL; if it begins with a quote or digit, it is an array.
constexpr Delimited bracketed_name() {
  return {.piece = Piece::name,
          .form = Form::enclosed,
          .open = "[",
          .close = "]",
          .where = Where::not_after_operand,
          .unless = "[],'\"0123456789$:@-"};
}

constexpr Delimited hcl_heredoc() {
  Delimited d = heredoc("<<", "-");
  d.indented = true;
  return d;
}

}  // namespace

constinit const Language kSql{
    .name = "sql",
    .title = "SQL",
    .aliases = "plsql mysql postgresql tsql sqlite",
    .extensions = "sql ddl dml pls plb pks pkb pgsql psql",
    .fold_case = true,
    .sigils = "@",
    .keywords =
        "add after all alter and any as asc authorization auto_increment avg before begin between "
        "bigint binary bit blob body boolean bulk by call cascade case cast char character check "
        "close coalesce collate column commit constraint continue convert count create cross "
        "current "
        "cursor database date datetime decimal declare default delete desc describe distinct do "
        "double drop each else elseif elsif end enum escape except exception execute exists exit "
        "explain fetch float for foreign from full function grant group having identity if ilike "
        "in "
        "index inner inout insert int integer intersect into is isnull join key language leave "
        "left "
        "like limit loop max min minus natural new next not null nullif number numeric of offset "
        "old "
        "on open or order out outer over package partition precision primary procedure raise range "
        "real record recursive references replace restrict return returning returns revoke right "
        "rollback rollup row rowcount rows rowtype savepoint schema select sequence serial set "
        "smallint some sum table temporary text then time timestamp to top transaction trigger "
        "truncate type union unique unsigned update use user using values varchar varchar2 varying "
        "view when where while with within work xml",
    .operators = "<> != <= >= || := => :: .. ** %type %rowtype",
    .string_prefixes = "b e n q nq x",
    .delimited = {line_comment("--"), line_comment("# ", Where::line_start),
                  in_dialect(line_comment("#", Where::after_blank)),
                  in_standard(nested_comment("/*", "*/")), in_dialect(block_comment("/*", "*/")),
                  prefixed(sql_escaped_string("'"), "e"), prefixed(quoted_string(), "q nq"),
                  unicode_string("U&'", "'"), unicode_string("U&\"", "\""),
                  in_dialect(sql_escaped_string("'")), in_dialect(sql_escaped_string("\"")),
                  long_doubled_string("'"), long_doubled_string("\""), quoted_name("`"),
                  bracketed_name(), dollar_string(), dollars(), in_dialect(dollars_on_line())},
    // For MySQL, where a backslash escapes and # begins a comment.
    .dialect = "ENGINE= AUTO_INCREMENT auto_increment ^DELIMITER ^delimiter",
    .weak_dialect = "` \\'",
    .other_dialect = "plpgsql plperl plpython standard_conforming_strings ^\\set ^\\pset",
    .alike = "<> != ; int integer ; varchar varchar2 ;",
};

constinit const Language kProlog{
    .name = "prolog",
    .title = "Prolog",
    .aliases = "swipl",
    .extensions = "pl pro prolog p plt",
    .interpreters = "swipl prolog gprolog yap",
    .clues = ":- ). -> use_module is \\+ assert findall nl. write member",
    .capitals = true,
    .keywords =
        "is mod rem div true false fail not assert asserta assertz retract retractall "
        "findall bagof setof forall atom var nonvar number integer atomic compound functor "
        "arg write writeln nl read halt member append length between format consult "
        "ensure_loaded dynamic discontiguous module use_module once call nb_getval "
        "nb_setval maplist reverse msort sort nth0 nth1 sumlist sum_list atom_chars",
    .operators = ":- ?- --> -> =:= =\\= =.. \\== \\= == =< >= @< @> @=< @>= \\+ ** // >> << *-> ^",
    .number_part = "'",
    .point_ends = true,
    .delimited = {line_comment("%"), block_comment("/*", "*/"), long_doubled_string("'"),
                  long_string("\"", "\""), long_string("`", "`"), exact(Piece::character, "0'''"),
                  named_character("0'", false)},
};

constinit const Language kHcl{
    .name = "hcl",
    .title = "HCL",
    .aliases = "hcl2 terraform tf",
    .extensions = "hcl tf tfvars nomad",
    .identifier_part = "-",
    .keywords =
        "resource variable output module provider data locals terraform backend for for_each count "
        "in if else endif endfor true false null dynamic content source type default description "
        "depends_on lifecycle provisioner connection required_providers required_version version "
        "region name tags value each self var local path string number bool list map set object "
        "any",
    .operators = "=> == != <= >= && || ... ?",
    .delimited = {line_comment("#"), line_comment("//"), block_comment("/*", "*/"),
                  string("\"", "${ %{"), hcl_heredoc()},
    .skipped = "description",
};

constinit const Language kCss{
    .name = "css",
    .title = "CSS",
    .aliases = "scss less",
    .extensions = "css scss less",
    .fold_case = true,
    .identifier_start = "-#@",
    .identifier_part = "-",
    .sigils = "$",
    .keywords =
        "@charset @font-face @import @include @keyframes @layer @media @mixin @namespace @page "
        "@supports @extend @use @if @else @each @for @function @return "
        "align-content align-items align-self all animation animation-delay animation-duration "
        "animation-name appearance aspect-ratio backdrop-filter background background-color "
        "background-image background-position background-repeat background-size border "
        "border-bottom border-collapse border-color border-left border-radius border-right "
        "border-spacing border-style border-top border-width bottom box-shadow box-sizing clear "
        "clip "
        "clip-path color column-gap columns content counter-increment cursor direction display "
        "filter flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float "
        "font "
        "font-family font-size font-style font-variant font-weight gap grid grid-area "
        "grid-auto-flow grid-column grid-gap grid-row grid-template grid-template-areas "
        "grid-template-columns grid-template-rows height hyphens inset isolation justify-content "
        "justify-items justify-self left letter-spacing line-height list-style list-style-type "
        "margin margin-bottom margin-left margin-right margin-top mask max-height max-width "
        "min-height min-width mix-blend-mode object-fit object-position opacity order outline "
        "outline-offset overflow overflow-wrap overflow-x overflow-y padding padding-bottom "
        "padding-left padding-right padding-top perspective place-items pointer-events position "
        "quotes resize right row-gap scroll-behavior src tab-size table-layout text-align "
        "text-decoration text-indent text-overflow text-shadow text-transform top transform "
        "transform-origin transition transition-delay transition-duration transition-property "
        "unicode-bidi user-select vertical-align visibility white-space width will-change "
        "word-break "
        "word-spacing word-wrap writing-mode z-index "
        "absolute auto baseline black block bold both center column dashed fixed hidden inherit "
        "initial inline inline-block italic none normal nowrap pointer relative repeat rotate row "
        "scale solid space-around space-between sticky transparent translate underline unset "
        "uppercase url var calc rgb rgba hsl white wrap not important",
    .operators = ":: >= <= ~= |= ^= $= *=",
    .delimited = {block_comment("/*", "*/"), line_comment("//", Where::apart), string("\""),
                  string("'")},
    .code_escape = '\\',
    .skipped = "@import @charset @use",
};

}  // namespace whorl::internal::tokens::code::tables
