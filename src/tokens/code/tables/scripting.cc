// Scripting languages: Perl, Ruby, PHP, Lua, Tcl, Python, shells and PowerShell.

#include "tokens/code/tables/tables.h"

namespace whorl::internal::tokens::code::tables {
namespace {

// "…" with PowerShell's escape and doubled quotes.
constexpr Delimited grave_string() {
  Delimited d = long_string("\"", "\"", "$(");
  d.escape = '`';
  d.doubled = true;
  return d;
}

// "…" of a shell. In ${x:-it's} a quote is a letter, in ${x%'a'} it is not.
constexpr Delimited shell_string() {
  Delimited d = long_string("\"", "\"", "$(( $( ${ `");
  d.mute = '\'';
  d.unmuted = "#%/^,";
  return d;
}

// <<EOF, <<-EOF, << 'END OF TEXT', <<!
constexpr Delimited shell_heredoc() {
  Delimited d = heredoc("<<", "-");
  d.loose = d.words = true;
  d.unless = "<=";
  return d;
}

constexpr Delimited multiline_doubled_string(std::string_view quote) {
  Delimited d = doubled_string(quote);
  d.multiline = true;
  return d;
}

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

// q{…} and similar: letters that begin a string.
constexpr Delimited quote_like(std::string_view open, std::uint8_t parts = 1) {
  Delimited d = chosen_string(open, {}, Where::word);
  d.parts = parts;
  d.loose = true;
  d.marks = ",;=";
  return d;
}

// <<EOF, <<"EOF", <<~eos: the tag is next to the opener.
constexpr Delimited close_heredoc() {
  Delimited d = heredoc("<<", "-~");
  d.where = Where::free;
  d.unless = "<";
  return d;
}

// A tag in quotes may have blanks before it.
constexpr Delimited perl_heredoc() {
  Delimited d = heredoc("<<", "~");
  d.where = Where::free;
  d.loose = true;
  d.tag = "quoted";
  d.unless = "<=";
  return d;
}

// '…', but main'f is a name with a package.
constexpr Delimited perl_string() {
  Delimited d = long_string("'", "'");
  d.where = Where::free;
  return d;
}

constexpr Delimited php_heredoc() {
  Delimited d = heredoc("<<<");
  d.loose = d.indented = d.tail = true;
  return d;
}

constexpr Delimited php_comment(std::string_view open) {
  Delimited d = line_comment(open);
  d.ends_before = "?>";
  return d;
}

// The end of the text also closes it.
constexpr Delimited last_comment(std::string_view open, std::string_view close, Where where) {
  Delimited d = block_comment(open, close, where);
  d.to_end = true;
  return d;
}

constexpr Delimited pod(std::string_view open) {
  return last_comment(open, "\n=cut", Where::column_one);
}

constexpr Delimited last_lines(std::string_view open) {
  Delimited d = block_comment(open, "", Where::column_one);
  d.alone = true;
  return d;
}

// A regular expression of several lines is no argument after a name, because that is more often a
// division.
constexpr Delimited long_regex() {
  Delimited d = regex_literal();
  d.multiline = true;
  return d;
}

constexpr Delimited with_holes(Delimited d) {
  d.holes = "#{";
  return d;
}

constexpr Delimited percent(std::string_view open, std::string_view holes = {}) {
  return chosen_string(open, holes, Where::argument);
}

// format STDOUT =, lines of pictures, and a line that is a point.
constexpr Delimited picture() {
  Delimited d = raw_string("format ", "\n.\n");
  d.where = Where::column_one;
  d.head_end = '=';
  return d;
}

// A quote inside a word of Tcl begins no string.
constexpr Delimited word_string() {
  Delimited d = long_string("\"", "\"", "[");
  d.where = Where::word_start;
  return d;
}

// `…`, but not the method of that name.
constexpr Delimited ruby_command() {
  Delimited d = long_string("`", "`", "#{");
  d.where = Where::word;
  return d;
}

// A special variable that looks like a quote.
constexpr Delimited variable(std::string_view name) { return exact(Piece::name, name); }

constexpr StatementWords kPhpStatements{
    .heads = "if elseif else for foreach while do switch",
    .counts = "for",
    .loops = "for foreach while",
    .negations = "!",
    .comparisons = "== != === !== <> < > <= >=",
    .constants = "true false null",
};

}  // namespace

constinit const Language kPerl{
    .name = "perl",
    .title = "Perl",
    .aliases = "pl perl5",
    .extensions = "pl pm perl cgi t psgi",
    .interpreters = "perl perl5",
    .clues = "use my sub strict; warnings; =~ $_ foreach print elsif",
    .sigils = "$@%",
    .keywords =
        "and bless chomp close cmp continue defined delete die do each else elsif eq eval exists "
        "exit for foreach ge given goto grep gt if join keys last le length local lt map my ne "
        "next "
        "no not open or our package pop print printf push redo ref require return reverse say "
        "scalar "
        "shift sort splice split sprintf state sub substr undef unless unshift until use values "
        "wantarray when while x xor __PACKAGE__ __FILE__ __LINE__",
    .operators =
        "<=> **= ||= &&= //= <<= >>= ... -> ++ -- ** =~ !~ == != <= >= && || // .. :: += "
        "-= *= /= .= %= x= &= |= ^= << >> => $#",
    .delimited = {line_comment("#"),
                  pod("=pod"),
                  pod("=head"),
                  pod("=begin"),
                  pod("=end"),
                  pod("=over"),
                  pod("=back"),
                  pod("=item"),
                  pod("=for"),
                  pod("=encoding"),
                  last_lines("__END__"),
                  last_lines("__DATA__"),
                  picture(),
                  variable("$\""),
                  variable("$'"),
                  variable("$`"),
                  variable("$/"),
                  variable("$;"),
                  variable("*/"),
                  variable("*\""),
                  variable("*'"),
                  long_string("\"", "\""),
                  perl_string(),
                  long_string("`", "`"),
                  perl_heredoc(),
                  quote_like("q"),
                  quote_like("qq"),
                  quote_like("qw"),
                  quote_like("qx"),
                  quote_like("qr"),
                  quote_like("m"),
                  quote_like("s", 2),
                  quote_like("tr", 2),
                  quote_like("y", 2),
                  exact(Piece::operation, "//", Where::line_start),
                  regex_literal(Where::argument),
                  long_regex()},
    .name_signs = "-> :: sub $#",
    // shift // 1 contains no regular expression.
    .operand_words = "__PACKAGE__ __FILE__ __LINE__ shift pop undef wantarray",
    .dropped = "my our",
    .skipped = "use no require",
};

constinit const Language kRuby{
    .name = "ruby",
    .title = "Ruby",
    .aliases = "rb",
    .extensions = "rb rbw rake gemspec ru podspec",
    .file_names = "rakefile gemfile podfile vagrantfile guardfile",
    .interpreters = "ruby jruby",
    .sigils = "@$",
    .keywords =
        "alias and begin break case class def defined? do else elsif end ensure false for if "
        "in module next nil not or redo rescue retry return self super then true undef "
        "unless until when while yield __FILE__ __LINE__ attr_accessor attr_reader "
        "attr_writer include extend puts print p raise require require_relative loop lambda "
        "proc new each map select inject private protected public",
    .operators =
        "<=> === **= ||= &&= <<= >>= ... =~ !~ -> => == != <= >= && || :: .. ** += -= *= /= "
        "%= &= |= ^= << >> &.",
    .delimited = {line_comment("#"),
                  block_comment("=begin", "\n=end", Where::column_one),
                  last_lines("__END__"),
                  long_string("\"", "\"", "#{"),
                  long_string("'", "'"),
                  ruby_command(),
                  close_heredoc(),
                  percent("%w"),
                  percent("%W", "#{"),
                  percent("%i"),
                  percent("%I", "#{"),
                  percent("%q"),
                  percent("%Q", "#{"),
                  percent("%r", "#{"),
                  percent("%x", "#{"),
                  percent("%s"),
                  percent("%", "#{"),
                  variable("$\""),
                  variable("$'"),
                  variable("$`"),
                  variable("$/"),
                  variable("$;"),
                  variable("$?"),
                  variable("$&"),
                  named_character("?", false, Where::detached),
                  exact(Piece::operation, ":/"),
                  exact(Piece::operation, ":%"),
                  exact(Piece::operation, ":`"),
                  with_holes(regex_literal(Where::argument)),
                  with_holes(long_regex())},
    .name_signs = ". &. :: def alias undef",
    .operand_words = "self nil true false end __FILE__ __LINE__ super p",
    .line_statements = true,
    .dropped = "private protected public",
    .skipped = "require require_relative",
};

constinit const Language kPhp{
    .name = "php",
    .title = "PHP",
    .extensions = "php php3 php4 php5 php7 phtml phps inc",
    .interpreters = "php",
    .clues = "<?php $this",
    .fold_case = true,
    .sigils = "$",
    .keywords =
        "abstract and array as break callable case catch class clone const continue declare "
        "default "
        "die do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum "
        "eval exit extends false final finally fn for foreach function global goto if implements "
        "include include_once instanceof insteadof interface isset list match namespace new null "
        "or "
        "parent print private protected public readonly require require_once return self static "
        "switch this throw trait true try unset use var while xor yield bool float int mixed "
        "object "
        "string void php",
    .operators =
        "<=> === !== **= \?\?= <<= >>= ... ?-> ?? :: => -> ++ -- ** << >> <= >= == != <> && "
        "|| += -= *= /= .= %= &= |= ^=",
    // Text outside of <? … ?> is no program.
    .delimited = {php_comment("//"), php_comment("#"), attribute("#["), block_comment("/*", "*/"),
                  last_comment("?>", "<?", Where::anywhere), php_heredoc(),
                  long_string("\"", "\"", "{$ ${"), long_string("'", "'"),
                  long_string("`", "`", "{$ ${")},
    .starts_after = "<?",
    .dropped = "public private protected final abstract static readonly var php",
    .skipped = "use require require_once include include_once declare",
    .skips_parenthesised = true,
    .statements = &kPhpStatements,
};

constinit const Language kLua{
    .name = "lua",
    .title = "Lua",
    .extensions = "lua rockspec",
    .interpreters = "lua luajit texlua",
    .keywords =
        "and break do else elseif end false for function goto if in local nil not or repeat "
        "return then true until while self pairs ipairs print require setmetatable "
        "getmetatable tostring tonumber type",
    .operators = "... .. == ~= <= >= // << >> ::",
    .delimited = {tagged_string("[", "=", "[", "]", "]"),
                  {.piece = Piece::comment,
                   .form = Form::tagged,
                   .open = "--[",
                   .close = "]",
                   .tag = "=",
                   .middle = "[",
                   .end = "]"},
                  line_comment("--"),
                  line_comment("#!", Where::column_one),
                  string("\""),
                  string("'")},
    .dropped = "local ;",
};

constinit const Language kTcl{
    .name = "tcl",
    .title = "Tcl",
    .extensions = "tcl tk itcl exp",
    .interpreters = "tclsh wish expect",
    .sigils = "$",
    .keywords =
        "after append apply array break catch close concat continue default dict else elseif eof "
        "error eval exec exit expr fconfigure file flush for foreach format gets global if incr "
        "info "
        "join lappend lassign lindex linsert list llength lrange lreplace lsearch lset lsort "
        "namespace open package pack proc puts read regexp regsub rename return scan set source "
        "split string subst switch then throw trace try unset update uplevel upvar variable vwait "
        "while",
    .operators = ":: == != <= >= && || << >> **",
    .delimited = {spliced_comment("#", Where::command_start), exact(Piece::operation, "{\"}"),
                  word_string()},
    .code_escape = '\\',
    .splices_lines = true,
    .dropped = ";",
    .skipped = "package source",
};

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
    // A long string at the beginning of a line is a docstring, which is like a comment.
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

constinit const Language kShell{
    .name = "shell",
    .title = "Shell",
    .aliases = "sh bash zsh ksh",
    .extensions = "sh bash zsh ksh dash bats command",
    .file_names = ".bashrc .profile .bash_profile .zshrc pkgbuild",
    .interpreters = "sh bash zsh ksh dash ash",
    .sigils = "$",
    .keywords =
        "alias break case cd continue declare do done echo elif else esac eval exec exit "
        "export fi for function getopts if in kill let local printf pwd read readonly return "
        "select set shift source test then time trap true false type typeset umask unset "
        "until wait while awk basename cat chmod cp cut date dirname find grep head ls mkdir "
        "mv rm sed seq sleep sort tail tee touch tr uniq wc xargs",
    .operators = "<<< &>> ;;& && || ;; >> >& <& &> == != =~ <= >= += $(( (( )) [[ ]] $( ${",
    .delimited = {line_comment("#", Where::after_blank), raw_string("'", "'"),
                  long_string("$'", "'"), shell_string(), shell_heredoc()},
    .code_escape = '\\',
    .unpaired = "case esac",
    .command_words = "then do else elif if while until time",
    .arithmetic = "$(( ((",
    .splices_lines = true,
    .dropped = ";",
};

constinit const Language kPowerShell{
    .name = "powershell",
    .title = "PowerShell",
    .aliases = "ps1 pwsh",
    .extensions = "ps1 psm1 psd1",
    .interpreters = "pwsh powershell",
    .fold_case = true,
    .identifier_start = "-",
    .identifier_part = "-",
    .sigils = "$@",
    .keywords =
        "begin break catch class continue data define do dynamicparam else elseif end enum exit "
        "filter finally for foreach from function hidden if in param process return static switch "
        "throw trap try until using var while -eq -ne -gt -ge -lt -le -like -notlike -match "
        "-notmatch -contains -notcontains -in -notin -replace -split -join -is -isnot -as -and -or "
        "-not -xor -band -bor -bnot -f write-host write-output write-error write-verbose read-host "
        "get-content set-content add-content get-childitem get-item get-process new-object "
        "new-item "
        "remove-item test-path where-object foreach-object select-object sort-object "
        "measure-object import-module",
    .operators = "++ -- += -= *= /= %= :: .. && || >>",
    .delimited = {line_comment("#"), block_comment("<#", "#>"), raw_string("@\"", "\n\"@"),
                  raw_string("@'", "\n'@"), grave_string(), multiline_doubled_string("'")},
    .code_escape = '`',
    .skipped = "using import-module",
};

}  // namespace whorl::internal::tokens::code::tables
