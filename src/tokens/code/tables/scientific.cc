// MATLAB and Octave, R, Julia, Fortran.
#include "tokens/code/tables/tables.h"

namespace whorl::internal::tokens::code::tables {
namespace {

// A quote directly after an operand is MATLAB's transposition.
constexpr Where kNotTransposed = Where::not_touching;

// Its brackets are alone on their lines.
constexpr Delimited lone_comment(std::string_view open, std::string_view close) {
  Delimited d = nested_comment(open, close, Where::line_start);
  d.alone = true;
  return d;
}

// r"(…)", r"--[…]--"
constexpr Delimited r_raw_string(std::string_view quote, std::string_view open,
                                 std::string_view close) {
  return prefixed(tagged_string(quote, "-", open, close, quote), "r");
}

constexpr std::string_view kFortranKeywords =
    "abstract allocatable allocate assign associate asynchronous backspace bind block blockdata "
    "call case character class close codimension common complex concurrent contains contiguous "
    "continue critical cycle data deallocate default deferred dimension do double doubleprecision "
    "elemental "
    "else elseif elsewhere end enddo endfile endfunction endif endmodule endprogram endselect "
    "endsubroutine endwhere entry enum equivalence error exit extends external final flush forall "
    "format function generic go goto if images implicit import impure in include inout inquire "
    "integer intent interface intrinsic kind len logical module namelist none nopass nullify only "
    "open operator optional out parameter pause pointer precision print private procedure program "
    "protected public pure read real recursive result return rewind save select sequence stop "
    "submodule subroutine sync target then to type use value volatile wait where while write";

constexpr std::string_view kFortranOperators =
    ".and. .or. .not. .eqv. .neqv. .eq. .ne. .lt. .le. .gt. .ge. .true. .false. ** // == /= <= >= "
    "=> :: (/ /)";

constexpr std::string_view kFortranAlike =
    "== .eq. ; /= .ne. ; < .lt. ; <= .le. ; > .gt. ; >= .ge. ; go goto ;";

}  // namespace

constinit const Language kMatlab{
    .name = "matlab",
    .title = "MATLAB",
    .aliases = "octave m",
    .extensions = "m",
    .interpreters = "octave octave-cli",
    .clues = "function end % endfunction zeros disp fprintf clear clc; plot == ~=",
    .keywords =
        "break case catch classdef continue do else elseif end end_try_catch "
        "end_unwind_protect endfor endfunction endif endswitch endtry endwhile enumeration events "
        "for function global if methods otherwise parfor persistent properties return spmd "
        "switch try until unwind_protect unwind_protect_cleanup while true false "
        "clear clc close hold format disp fprintf zeros ones size length numel plot figure",
    .operators = ".* ./ .^ .\\ .' == ~= != <= >= && || ++ -- += -= *= /=",
    .delimited = {lone_comment("%{", "%}"), lone_comment("#{", "#}"), line_comment("%"),
                  line_comment("#"), line_comment("..."), doubled_string("'", kNotTransposed),
                  string("\"")},
    .dropped = ";",
    .skipped = "clear clc close hold format",
    .alike =
        "end endfor endfunction endif endswitch endwhile endtry end_try_catch end_unwind_protect ; "
        "~= != ;",
};

constinit const Language kR{
    .name = "r",
    .title = "R",
    .aliases = "rlang",
    .extensions = "r rprofile",
    .interpreters = "rscript r",
    .identifier_start = ".",
    .identifier_part = ".",
    .keywords =
        "if else repeat while function for next break TRUE FALSE T F NULL Inf NaN NA "
        "NA_integer_ NA_real_ NA_character_ in return c list vector matrix data.frame length "
        "library require source print cat paste paste0 seq rep sapply lapply apply sum mean "
        "max min nrow ncol names is.null is.na stop",
    .operators = "<<- ->> %in% %% %/% %*% %o% %>% <- -> |> == != <= >= && || ::: :: \\(",
    .string_prefixes = "r",
    .delimited = {line_comment("#"), r_raw_string("\"", "(", ")"), r_raw_string("\"", "[", "]"),
                  r_raw_string("\"", "{", "}"), r_raw_string("'", "(", ")"),
                  r_raw_string("'", "[", "]"), r_raw_string("'", "{", "}"), quoted_name("`"),
                  long_string("\"", "\""), long_string("'", "'")},
    .dropped = ";",
    .skipped = "library require",
    .skips_parenthesised = true,
    .alike = "<- = ; TRUE T ; FALSE F ;",
};

constinit const Language kJulia{
    .name = "julia",
    .title = "Julia",
    .aliases = "jl",
    .extensions = "jl",
    .interpreters = "julia",
    .identifier_part = "!",
    .sigils = "@",
    .keywords =
        "abstract baremodule begin break catch const continue do else elseif end export "
        "false finally for function global if import in isa let local macro module mutable "
        "nothing primitive quote return struct true try type using where while println "
        "print Int Float64 String Bool Vector length push",
    .operators =
        "=== !== ... .== .!= .<= .>= .* .+ .- ./ .^ -> |> <: >: :: => == != <= >= && || << "
        ">> += -= *= /= ^= //",
    .string_prefixes = "*",  // MIME"text/plain": any name
    .delimited = {nested_comment("#=", "=#"), line_comment("#"),
                  block_comment("\"\"\"", "\"\"\"", Where::statement),
                  prefixed(long_string("\"\"\"", "\"\"\""), "*"),
                  long_string("\"\"\"", "\"\"\"", "$("), prefixed(long_string("\"", "\""), "*"),
                  long_string("\"", "\"", "$("), long_string("`", "`", "$("),
                  short_character("'", kNotTransposed)},
    .dropped = ";",
    .skipped = "using import export",
};

constinit const Language kFortran{
    .name = "fortran",
    .title = "Fortran",
    .aliases = "f90 f95 fortran-free",
    .family = "fortran",
    .extensions = "f90 f95 f03 f08 f18",
    .fold_case = true,
    .keywords = kFortranKeywords,
    .operators = kFortranOperators,
    .string_prefixes = "b o x z",
    .delimited = {line_comment("!"), doubled_string("'"), doubled_string("\"")},
    .dropped = "& ;",
    .skipped = "use implicit",
    .alike = kFortranAlike,
};

constinit const Language kFortranFixed{
    .name = "fortran-fixed",
    .title = "Fortran, fixed form",
    .aliases = "f77 fortran77",
    .family = "fortran",
    .extensions = "f for ftn f77 fpp",
    .fold_case = true,
    .keywords = kFortranKeywords,
    .operators = kFortranOperators,
    .string_prefixes = "b o x z",
    .delimited = {line_comment("!"), line_comment("c", Where::column_one),
                  line_comment("C", Where::column_one), line_comment("*", Where::column_one),
                  doubled_string("'"), doubled_string("\"")},
    .continuation_column = 6,
    .dropped = "& ;",
    .skipped = "use implicit",
    .alike = kFortranAlike,
};

}  // namespace whorl::internal::tokens::code::tables
