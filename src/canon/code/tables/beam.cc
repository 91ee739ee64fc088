// Languages of the Erlang machine.
#include "canon/code/tables/tables.h"

namespace whorl::internal::canon::code::tables {

constinit const Language kErlang{
    .name = "erlang",
    .title = "Erlang",
    .aliases = "erl",
    .extensions = "erl hrl escript",
    .interpreters = "escript",
    .capitals = true,
    .identifier_part = "@",
    .directive = '-',
    .keywords =
        "after and andalso band begin bnot bor bsl bsr bxor case catch cond div else end "
        "fun if let maybe not of or orelse receive rem try when xor true false ok error "
        "undefined -module -export -import -include -include_lib -compile -author -vsn "
        "-behaviour -behavior -record -define -type -spec -opaque -ifdef -ifndef -else "
        "-endif -undef -export_type",
    .operators = "=:= =/= == /= =< >= -> <- <= => := ++ -- || :: .. << >> !",
    .number_part = "#",
    .point_ends = true,
    .delimited = {line_comment("%"), line_comment("#!", Where::column_one),
                  tagged_string("\"\"\"", "\"", "", "\"\"\"", ""), long_string("\"", "\""),
                  long_string("'", "'"), named_character("$", false)},
    .skipped =
        "-module -export -import -include -include_lib -compile -author -vsn -behaviour "
        "-behavior -export_type -spec",
    .skips_parenthesised = true,
};

constinit const Language kElixir{
    .name = "elixir",
    .title = "Elixir",
    .aliases = "ex exs",
    .extensions = "ex exs",
    .interpreters = "elixir iex",
    .capitals = true,
    .sigils = "@",
    .keywords =
        "after alias and case catch cond def defdelegate defexception defguard defimpl "
        "defmacro defmacrop defmodule defp defprotocol defstruct do else end false fn for "
        "if import in nil not or quote raise receive require rescue super throw true try "
        "unless unquote use when with",
    .operators =
        "<<< >>> === !== ~~~ ||| &&& ^^^ <~> |> -> <- => == != <= >= =~ && || ++ -- <> .. "
        ":: // \\\\ << >> ~> <~ +++",
    .delimited = {line_comment("#"),
                  block_comment("@doc \"\"\"", "\"\"\""),
                  block_comment("@moduledoc \"\"\"", "\"\"\""),
                  long_string("\"\"\"", "\"\"\"", "#{"),
                  long_string("'''", "'''", "#{"),
                  long_string("~S\"\"\"", "\"\"\""),
                  long_string("~s\"\"\"", "\"\"\"", "#{"),
                  long_string("~H\"\"\"", "\"\"\""),
                  long_string("~S'''", "'''"),
                  long_string("~s'''", "'''", "#{"),
                  long_string("\"", "\"", "#{"),
                  long_string("'", "'", "#{"),
                  chosen_string("~r", "#{"),
                  chosen_string("~R"),
                  chosen_string("~s", "#{"),
                  chosen_string("~S"),
                  chosen_string("~w", "#{"),
                  chosen_string("~W"),
                  chosen_string("~c", "#{"),
                  chosen_string("~C"),
                  chosen_string("~D"),
                  chosen_string("~T"),
                  chosen_string("~N"),
                  chosen_string("~U"),
                  named_character("?", false, Where::not_touching)},
    .name_signs = ".",
    .operand_words = "nil true false end",
    .skipped = "alias import require use",
};

}  // namespace whorl::internal::canon::code::tables
