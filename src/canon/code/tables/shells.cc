// Command shells.
#include "canon/code/tables/tables.h"

namespace whorl::internal::canon::code::tables {
namespace {

// "…" with the escape of PowerShell and quotes doubled.
constexpr Delimited grave_string() {
  Delimited d = long_string("\"", "\"", "$(");
  d.escape = '`';
  d.doubled = true;
  return d;
}

// "…" of a shell. In ${x:-it's} a quote is a letter, in ${x%'a'} it is none.
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

}  // namespace

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

}  // namespace whorl::internal::canon::code::tables
