"""What other tokenizers say of every byte: tree-sitter grammars, and Pygments where there is none.

regions(language, path, text) returns one byte for each byte of the text: `c` code, `s` string, character or regular
expression, `#` comment or what is outside of the program, `-` what the judge does not read, `?` where it could not
parse.
"""

import functools
import re

import pygments.lexers
import pygments.lexers.sql
import pygments.token
import tree_sitter
import tree_sitter_language_pack

# Language: grammar, nodes that are strings, nodes that are comments. A node with a field or a child is written as in
# tree-sitter's queries.
GRAMMARS = {
    "c": ("c", "string_literal char_literal", "comment"),
    "cpp": ("cpp", "string_literal raw_string_literal char_literal", "comment"),
    "java": ("java", "string_literal character_literal", "line_comment block_comment"),
    "csharp": ("csharp", "string_literal verbatim_string_literal raw_string_literal interpolated_string_expression character_literal", "comment"),
    "python": ("python", "string", "comment"),
    "javascript": ("javascript", "string template_string regex", "comment html_comment hash_bang_line"),
    "typescript": ("typescript", "string template_string template_literal_type regex", "comment html_comment hash_bang_line"),
    "tsx": ("tsx", "string template_string template_literal_type regex", "comment html_comment hash_bang_line"),
    "go": ("go", "interpreted_string_literal raw_string_literal rune_literal", "comment"),
    "rust": ("rust", "string_literal raw_string_literal char_literal", "line_comment block_comment attribute_item inner_attribute_item shebang"),
    "ruby": ("ruby", "string string_array symbol_array regex subshell character heredoc_beginning heredoc_body delimited_symbol", "comment uninterpreted"),
    "php": ("php", "string encapsed_string heredoc nowdoc shell_command_expression", "comment text attribute_list php_tag php_end_tag"),
    "perl": ("perl", "string_literal interpolated_string_literal quoted_word_list command_string match_regexp quoted_regexp substitution_regexp transliteration_expression heredoc_token command_heredoc_token heredoc_content", "comment pod data_section"),
    "shell": ("bash", "string raw_string ansi_c_string heredoc_start heredoc_body heredoc_end", "comment"),
    "kotlin": ("kotlin", "string_literal character_literal", "line_comment multiline_comment shebang_line"),
    "scala": ("scala", "string interpolated_string_expression character_literal", "comment block_comment"),
    "swift": ("swift", "line_string_literal multi_line_string_literal raw_string_literal regex_literal", "comment multiline_comment"),
    "dart": ("dart", "string_literal", "comment documentation_comment"),
    "glsl": ("glsl", "string_literal char_literal", "comment"),
    "solidity": ("solidity", "string hex_string_literal unicode_string_literal yul_string_literal yul_hex_string_literal", "comment"),
    "pascal": ("pascal", "literalString", "comment pp"),
    "ada": ("ada", "string_literal character_literal", "comment"),
    "ocaml": ("ocaml", "string quoted_string character", "comment"),
    "haskell": ("haskell", "string char", "comment haddock pragma"),
    "elm": ("elm", "string_constant_expr char_constant_expr", "line_comment block_comment"),
    "erlang": ("erlang", "string char", "comment"),
    "elixir": ("elixir", "string charlist sigil char quoted_atom quoted_keyword", "comment"),
    "scheme": ("scheme", "string character", "comment block_comment"),
    "clojure": ("clojure", "str_lit regex_lit char_lit", "comment dis_expr"),
    "lua": ("lua", "string", "comment hash_bang_line"),
    "powershell": ("powershell", "expandable_here_string_literal expandable_string_literal verbatim_string_characters verbatim_here_string_characters", "comment"),
    "matlab": ("matlab", "string", "comment"),
    "r": ("r", "string", "comment"),
    "julia": ("julia", "string_literal prefixed_string_literal command_literal prefixed_command_literal character_literal", "line_comment block_comment"),
    "tcl": ("tcl", "quoted_word", "comment"),
    "css": ("css", "string_value", "comment js_comment"),
    "fortran": ("fortran", "string_literal", "comment"),
    "vhdl": ("vhdl", "string_literal character_literal bit_string_literal operator_symbol", "comment"),
    "verilog": ("verilog", "string_literal double_quoted_string", "comment"),
    "hcl": ("hcl", "string_lit quoted_template heredoc_template", "comment"),
    "scss": ("scss", "string_value", "comment js_comment"),
}
UNREAD = ["preproc_arg", "line_continuation", "macro_text", "boz_literal", "filename"]  # the text of a macro, and the rest of a directive's line
SIGNS = ["heredoc_end", "heredoc_identifier", "php_tag", "eof_marker"]  # part of what they close or open, or not: nobody minds
QUOTED = ["atom", "switch_clause_condition"]  # with or without quotes, strings or not: nobody minds
HEREDOC_PARTS = ["<<", "<<-", "heredoc_start", "heredoc_body", "heredoc_end", "file_descriptor"]
HEREDOCS = ["heredoc_start", "heredoc_beginning", "heredoc_token", "command_heredoc_token"]
NEAR = 2  # lines around an error
EMACS = ("elisp", "string char", "comment")

PYGMENTS = {
    "sql": "postgresql", "mysql": "mysql", "groovy": "groovy", "fsharp": "fsharp", "vb": "vb.net", "modula2": "modula2", "sml": "sml", "lisp": "common-lisp",     "fortran-fixed": "fortran", "mips": "gas", "a8086": "nasm", "prolog": "prolog", "less": "less",
}  # fmt: skip


@functools.cache
def judge(language):
    """A parser and the query of its strings, comments and errors."""
    name, strings, comments = EMACS if language == "elisp" else GRAMMARS[language]
    grammar = tree_sitter_language_pack.get_language(name)
    known = {grammar.node_kind_for_id(i) for i in range(grammar.node_kind_count)}
    rows = [f"({node}) @s" for node in strings.split() if node in known]
    rows += [f"({node}) @c" for node in comments.split() if node in known]
    rows += [f"({node}) @u" for node in UNREAD if node in known]
    rows += [f"({node}) @q" for node in QUOTED if node in known]
    rows += ["(token_tree) @t (macro_definition) @t"] if "token_tree" in known else []
    rows += ["(heredoc_redirect) @r"] if "heredoc_redirect" in known else []
    rows += [f"({node}) @n" for node in SIGNS if node in known]
    query = tree_sitter.Query(grammar, "\n".join([*rows, "(ERROR) @e", "(MISSING) @e"]))
    return tree_sitter.Parser(grammar), query


def paint(regions, begin, end, kind):
    regions[begin:end] = kind * (end - begin)


def is_first(node, text):
    return not text[text.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte].strip()


def is_docstring(language, node, text):
    """A long string that is a statement says as much as a comment."""
    if language == "elixir":
        return text[node.start_byte : node.start_byte + 3] == b'"""' and text[: node.start_byte].endswith((b"@doc ", b"@moduledoc "))
    if language == "julia":
        return text[node.start_byte : node.start_byte + 3] == b'"""' and is_first(node, text)
    if language != "python":
        return False
    statement = node.parent.type in ("module", "block", "expression_statement") and is_first(node, text)
    return statement and text[node.start_byte : node.end_byte].lstrip(b"rRbBuU")[:3] in (b'"""', b"'''")


def begin_of(node, text):
    """The begin of a string: with the sign of a here document, without the colon of a symbol."""
    if node.type in HEREDOCS:
        return text.rfind(b"<<", 0, node.start_byte + 2)
    return node.start_byte + (text[node.start_byte : node.start_byte + 2] in (b':"', b":'", b'#"'))


def paint_attributes(regions, tree, text):
    """Attributes among the tokens of a macro: whatever the program takes them for."""
    for attribute in re.finditer(rb"#!?\s*\[", text[tree.start_byte : tree.end_byte]):
        begin, depth = tree.start_byte + attribute.start(), 0
        for at in range(tree.start_byte + attribute.end() - 1, tree.end_byte):
            depth += (text[at] == ord("[")) - (text[at] == ord("]"))
            if depth == 0:
                paint(regions, begin, at + 1, b"-")
                break


def paint_tags(regions, body, text, tags):
    """The lines that close here documents: of several, the grammar takes those before the last for text."""
    at = body.start_byte
    for line in text[body.start_byte : body.end_byte].split(b"\n"):
        if line.strip() in tags:
            paint(regions, at, at + len(line), b"-")
        at += len(line) + 1


def is_misread(redirect):
    """Of `cat <<A && b` the grammar takes the body as commands."""
    return any(child.type not in HEREDOC_PARTS for child in redirect.children)


def paint_guessed(regions, node, text):
    """Around an error the judge guesses: the lines of the broken node and two on either side."""
    begin, end = node.start_byte, node.end_byte
    for _ in range(NEAR + 1):
        begin = text.rfind(b"\n", 0, max(begin, 0))
        end = text.find(b"\n", end) + 1 or len(text)
    paint(regions, begin + 1, end, b"?")


def by_grammar(language, text):
    parser, query = judge(language)
    tree = parser.parse(text)
    found = tree_sitter.QueryCursor(query).captures(tree.root_node)
    regions = bytearray(b"c" * len(text))
    for node in found.get("u", []):
        paint(regions, node.start_byte, node.end_byte, b"-")
    for node in found.get("s", []):
        if is_docstring(language, node, text):
            mark = text.rfind(b"@", 0, node.start_byte) if language == "elixir" else node.start_byte
            paint(regions, mark, node.end_byte, b"#")
        elif language == "pascal":
            for part in re.finditer(rb"'[^']*'", text[node.start_byte : node.end_byte]):
                paint(regions, node.start_byte + part.start(), node.start_byte + part.end(), b"s")
        else:
            paint(regions, begin_of(node, text), node.end_byte, b"s")
    for node in found.get("c", []):
        inside = regions[node.start_byte : node.start_byte + 1] == b"s"
        no_pod = node.type == "pod" and not text[node.start_byte + 1 : node.start_byte + 2].isalpha()
        if not inside:
            paint(regions, node.start_byte, node.end_byte, b"?" if no_pod else b"#")
    for node in found.get("t", []):
        paint_attributes(regions, node, text)
    for node in found.get("n", []):
        paint(regions, node.start_byte, node.end_byte, b"-")
    tags = {text[node.start_byte : node.end_byte].strip(b"<~\"'\\ ") for node in found.get("s", []) if node.type in HEREDOCS}
    for node in found.get("s", []):
        if node.type == "heredoc_content":
            paint_tags(regions, node, text, tags)
    for node in found.get("q", []):
        if text[node.start_byte : node.start_byte + 1] in (b"'", b'"'):
            paint(regions, node.start_byte, node.end_byte, b"-")
    if language == "perl":
        for end in re.finditer(rb"^__(END|DATA)__", text, re.MULTILINE):
            paint(regions, end.start(), end.end(), b"-")
    for node in found.get("r", []):
        if is_misread(node):
            paint(regions, text.find(b"\n", node.start_byte), node.end_byte, b"?")
    for node in found.get("e", []):
        paint_guessed(regions, node, text)
    return regions


def has_prefix(text, quote):
    """A letter before a quote belongs to the string: x'ff'."""
    return text[quote : quote + 1] == b"'" and re.search(rb"\W[bxn]$", text[max(quote - 2, 0) : quote], re.IGNORECASE) is not None


def read_as_strings():
    """Functions in $$…$$ are strings, not programs of another language."""
    rules = pygments.lexers.sql.PostgresLexer.tokens["root"]
    for i, rule in enumerate(rules):
        if len(rule) > 1 and rule[1] is pygments.lexers.sql.language_callback:
            rules[i] = (rule[0], pygments.token.String)


def free_form(text):
    """Fixed-form Fortran whose comments begin with `!` and whose continued lines have a blank mark."""
    text = re.sub(rb"^[cC*]", b"!", text, flags=re.MULTILINE)
    return re.sub(rb"^(     )[^ 0\n\r]", rb"\1 ", text, flags=re.MULTILINE)


def by_pygments(language, text):
    token = pygments.token.Token
    lexer = pygments.lexers.get_lexer_by_name(PYGMENTS[language], stripnl=False, ensurenl=False)
    regions = bytearray(b"c" * len(text))
    source = free_form(text) if language == "fortran-fixed" else text
    for begin, kind, part in lexer.get_tokens_unprocessed(source.decode("latin-1")):
        if kind in token.Comment.Preproc or kind in token.Comment.PreprocFile:
            paint(regions, begin, begin + len(part), b"-")
        elif kind in token.Comment or kind in token.Literal.String.Doc:
            paint(regions, begin, begin + len(part), b"#")
        elif kind in token.Literal.String.Symbol or kind in token.Literal.String.Name or (("'" in part or '"' in part) and (kind in token.Number or kind in token.Name)):
            paint(regions, begin, begin + len(part), b"-")  # a name in quotes, x'ff'
        elif kind in token.Literal.String:
            paint(regions, begin - has_prefix(text, begin), begin + len(part), b"s")
        elif kind in token.Error:
            line = text.rfind(b"\n", 0, begin) + 1
            paint(regions, line, begin + len(part), b"?")
    if language == "fortran-fixed":
        for mark in re.finditer(rb"^     [^ \n\r]", text, flags=re.MULTILINE):
            paint(regions, mark.end() - 1, mark.end(), b"-")
    return regions


def dialect(language, path):
    if language == "sql" and "mysql" in str(path).lower():
        return "mysql"
    if language == "typescript" and path.suffix == ".tsx":
        return "tsx"
    if language == "lisp" and path.suffix == ".el":
        return "elisp"
    if language == "css":
        return path.suffix[1:]
    return language


def regions(language, path, text):
    exact = dialect(language, path)
    if exact in GRAMMARS or exact == "elisp":
        return by_grammar(exact, text)
    return by_pygments(exact, text)


read_as_strings()
