// ML and its relatives, Haskell, Elm.
#include "canon/code/tables/tables.h"

namespace whorl::internal::canon::code::tables {

namespace {

constexpr Delimited comment_with_strings() {
  Delimited d = nested_comment("(*", "*)");
  d.strings = true;
  return d;
}

// Two dashes and more, unless they are part of an operator, as in -->.
constexpr Delimited haskell_comment() {
  Delimited d = line_comment("--");
  d.unless = "!#$%&*+./<=>?@\\^|~:";
  return d;
}

}  // namespace

constinit const Language kSml{
    .name = "sml",
    .title = "Standard ML",
    .aliases = "ml standardml",
    .extensions = "sml ml sig fun",
    .clues = "val fun fn structure datatype signature case => end;",
    .capitals = true,
    .identifier_part = "'",
    .sigils = "'",  // of type variables
    .keywords =
        "abstype and andalso as case datatype div do else end eqtype exception false fn fun "
        "functor handle if in include infix infixr let local mod nonfix NONE not o of op "
        "open orelse print raise rec ref sharing sig signature SOME struct structure then "
        "true type val where while with withtype",
    .operators = "=> -> :: := :> <= >= <> ...",
    .number_prefixes = "~",
    .delimited = {nested_comment("(*", "*)"),
                  long_string("\"", "\""),
                  {.piece = Piece::character,
                   .form = Form::enclosed,
                   .open = "#\"",
                   .close = "\"",
                   .escape = '\\'}},
    .skipped = "open",
};

constinit const Language kOcaml{
    .name = "ocaml",
    .title = "OCaml",
    .aliases = "caml",
    .extensions = "ml mli mll mly",
    .interpreters = "ocaml ocamlrun",
    .clues = "let ;; rec match function Printf printf begin module |> mutable ref in",
    .capitals = true,
    .identifier_part = "'",
    .sigils = "'",
    .keywords =
        "and as assert asr begin class constraint do done downto else end exception "
        "external false for fun function functor if in include inherit initializer land "
        "lazy let lor lsl lsr lxor match method mod module mutable new nonrec object of "
        "open or private rec ref sig struct then to true try type val virtual when while "
        "with",
    .operators = "<- -> |> @@ :: := :> ;; .. <= >= <> == != && || +. -. *. /. ** ^^ [| |] >>=",
    .delimited = {comment_with_strings(), long_string("\"", "\""),
                  tagged_string("{", "abcdefghijklmnopqrstuvwxyz_", "|", "|", "}"),
                  short_character("'")},
    .skipped = "open include",
};

constinit const Language kHaskell{
    .name = "haskell",
    .title = "Haskell",
    .aliases = "hs",
    .extensions = "hs hsc",
    .interpreters = "runhaskell runghc stack",
    .capitals = true,
    .identifier_part = "'",
    .keywords =
        "as case class data default deriving do else family forall foreign hiding if import "
        "in infix infixl infixr instance let mdo module newtype of otherwise proc qualified "
        "rec then type where True False Nothing Just Left Right return map filter foldr "
        "foldl Int Integer String Bool Char Double Maybe IO",
    .operators = ">>= =<< >=> <$> <*> <> -> <- => :: .. ++ !! && || == /= <= >= >> << ** ^^ $!",
    .delimited = {haskell_comment(), nested_comment("{-", "-}"), long_string("\"", "\""),
                  short_character("'")},
    .skipped = "import module",
};

constinit const Language kElm{
    .name = "elm",
    .title = "Elm",
    .extensions = "elm",
    .capitals = true,
    .keywords =
        "alias as case else exposing if import in infix let module of port then type where "
        "True False Nothing Just Ok Err",
    .operators = "|> <| >> << -> :: .. ++ && || == /= <= >= //",
    .delimited = {line_comment("--"), nested_comment("{-", "-}"), long_string("\"\"\"", "\"\"\""),
                  string("\""), short_character("'")},
    .skipped = "import module",
};

}  // namespace whorl::internal::canon::code::tables
