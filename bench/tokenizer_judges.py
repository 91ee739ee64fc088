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
# tree-sitter queries.
GRAMMARS = {
    "c": ("c", "string_literal char_literal", "comment"),
    "cpp": ("cpp", "string_literal raw_string_literal char_literal", "comment"),
    "java": ("java", "string_literal character_literal", "line_comment block_comment"),
    "csharp": (
        "csharp",
        "string_literal verbatim_string_literal raw_string_literal interpolated_string_expression "
        "character_literal",
        "comment",
    ),
    "python": ("python", "string", "comment"),
    "javascript": ("javascript", "string template_string regex", "comment html_comment hash_bang_line"),
    "typescript": (
        "typescript",
        "string template_string template_literal_type regex",
        "comment html_comment hash_bang_line",
    ),
    "tsx": ("tsx", "string template_string template_literal_type regex", "comment html_comment hash_bang_line"),
    "go": ("go", "interpreted_string_literal raw_string_literal rune_literal", "comment"),
    "rust": (
        "rust",
        "string_literal raw_string_literal char_literal",
        "line_comment block_comment attribute_item inner_attribute_item shebang",
    ),
    "ruby": (
        "ruby",
        "string string_array symbol_array regex subshell character heredoc_beginning heredoc_body "
        "delimited_symbol",
        "comment uninterpreted",
    ),
    "php": (
        "php",
        "string encapsed_string heredoc nowdoc shell_command_expression",
        "comment text attribute_list php_tag php_end_tag",
    ),
    "perl": (
        "perl",
        "string_literal interpolated_string_literal quoted_word_list command_string match_regexp "
        "quoted_regexp substitution_regexp transliteration_expression heredoc_token command_heredoc_token "
        "heredoc_content",
        "comment pod data_section",
    ),
    "shell": ("bash", "string raw_string ansi_c_string heredoc_start heredoc_body heredoc_end", "comment"),
    "kotlin": ("kotlin", "string_literal character_literal", "line_comment multiline_comment shebang_line"),
    "scala": ("scala", "string interpolated_string_expression character_literal", "comment block_comment"),
    "swift": (
        "swift",
        "line_string_literal multi_line_string_literal raw_string_literal regex_literal",
        "comment multiline_comment",
    ),
    "dart": ("dart", "string_literal", "comment documentation_comment"),
    "glsl": ("glsl", "string_literal char_literal", "comment"),
    "solidity": (
        "solidity",
        "string hex_string_literal unicode_string_literal yul_string_literal yul_hex_string_literal",
        "comment",
    ),
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
    "powershell": (
        "powershell",
        "expandable_here_string_literal expandable_string_literal verbatim_string_characters "
        "verbatim_here_string_characters",
        "comment",
    ),
    "matlab": ("matlab", "string", "comment"),
    "r": ("r", "string", "comment"),
    "julia": (
        "julia",
        "string_literal prefixed_string_literal command_literal prefixed_command_literal character_literal",
        "line_comment block_comment",
    ),
    "tcl": ("tcl", "quoted_word", "comment"),
    "css": ("css", "string_value", "comment js_comment"),
    "fortran": ("fortran", "string_literal", "comment"),
    "vhdl": ("vhdl", "string_literal character_literal bit_string_literal operator_symbol", "comment"),
    "verilog": ("verilog", "string_literal double_quoted_string", "comment"),
    "hcl": ("hcl", "string_lit quoted_template heredoc_template", "comment"),
    "scss": ("scss", "string_value", "comment js_comment"),
}
EMACS = ("elisp", "string char", "comment")

# Nodes with special rules, by the name of their capture in the query.
OTHERS = {
    # The text of a macro and the rest of a directive's line are not read.
    "unread": "preproc_arg line_continuation macro_text boz_literal filename",
    # Strings or not: both views are right.
    "either": "heredoc_end heredoc_identifier php_tag eof_marker",
    "quoted": "atom switch_clause_condition",
    # Rust: attributes among the tokens of a macro.
    "macro": "token_tree macro_definition",
    # Perl: two comparisons that the grammar reads as one glob over lines.
    "glob": "fileglob_expression readline_expression",
    "redirect": "heredoc_redirect",
}
HEREDOC_PARTS = ["<<", "<<-", "heredoc_start", "heredoc_body", "heredoc_end", "file_descriptor"]
HEREDOCS = ["heredoc_start", "heredoc_beginning", "heredoc_token", "command_heredoc_token"]
NEAR = 2  # lines around an error

PYGMENTS = {
    "sql": "postgresql",
    "mysql": "mysql",
    "groovy": "groovy",
    "fsharp": "fsharp",
    "vb": "vb.net",
    "modula2": "modula2",
    "sml": "sml",
    "lisp": "common-lisp",
    "fortran-fixed": "fortran",
    "mips": "gas",
    "a8086": "nasm",
    "prolog": "prolog",
    "less": "less",
}

# The dialect of a program in tests/tokens/golden, for languages whose files have several.
PROGRAM_DIALECTS = {"sql": "mysql"}


@functools.cache
def judge(language):
    """A parser, and the query for its strings, comments and errors."""
    name, strings, comments = EMACS if language == "elisp" else GRAMMARS[language]
    grammar = tree_sitter_language_pack.get_language(name)
    known = {grammar.node_kind_for_id(i) for i in range(grammar.node_kind_count)}
    captures = {"string": strings, "comment": comments} | OTHERS
    rows = [f"({node}) @{name}" for name, nodes in captures.items() for node in nodes.split() if node in known]
    query = tree_sitter.Query(grammar, "\n".join([*rows, "(ERROR) @error", "(MISSING) @error"]))
    return tree_sitter.Parser(grammar), query


def begin_of(node, text):
    """The start of a string: including the operator of a here document, without the colon of a symbol."""
    if node.type in HEREDOCS:
        return text.rfind(b"<<", 0, node.start_byte + 2)
    return node.start_byte + (text[node.start_byte : node.start_byte + 2] in (b':"', b":'", b'#"'))


class Regions:
    """The regions of a text that a grammar parsed."""

    def __init__(self, language, text, found):
        self.language, self.text = language, text
        self.regions = bytearray(b"c" * len(text))
        for capture in ["unread", "string", "comment", "macro", "either", "quoted", "redirect", "glob", "error"]:
            for node in found.get(capture, []):
                getattr(self, capture)(node)
        tags = {self.of(node).strip(b"<~\"'\\ ") for node in found.get("string", []) if node.type in HEREDOCS}
        for node in found.get("string", []):
            if node.type == "heredoc_content":
                self.paint_lines(node, tags)

    def of(self, node):
        return self.text[node.start_byte : node.end_byte]

    def paint(self, begin, end, kind):
        self.regions[begin:end] = kind * (end - begin)

    def is_first(self, node):
        return not self.text[self.text.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte].strip()

    def is_docstring(self, node):
        """A long string that is a statement serves as a comment."""
        opener = self.of(node)[:5].lstrip(b"rRbBuU")[:3]
        if self.language == "elixir":
            before = self.text[max(node.start_byte - 11, 0) : node.start_byte]
            return opener == b'"""' and before.endswith((b"@doc ", b"@moduledoc "))
        if self.language == "julia":
            return opener == b'"""' and self.is_first(node)
        statement = self.language == "python" and node.parent.type in ("module", "block", "expression_statement")
        return statement and opener in (b'"""', b"'''") and self.is_first(node)

    def unread(self, node):
        self.paint(node.start_byte, node.end_byte, b"-")

    either = unread

    def quoted(self, node):
        if self.of(node).startswith((b"'", b'"')):
            self.unread(node)

    def string(self, node):
        if self.is_docstring(node):
            mark = self.text.rfind(b"@", 0, node.start_byte) if self.language == "elixir" else node.start_byte
            self.paint(mark, node.end_byte, b"#")
        elif self.language == "pascal":
            for part in re.finditer(rb"'[^']*'", self.of(node)):  # not #13
                self.paint(node.start_byte + part.start(), node.start_byte + part.end(), b"s")
        else:
            self.paint(begin_of(node, self.text), node.end_byte, b"s")

    def comment(self, node):
        is_pod = node.type != "pod" or self.of(node)[1:2].isalpha()  # `= my $x` is none
        if self.regions[node.start_byte : node.start_byte + 1] != b"s":
            self.paint(node.start_byte, node.end_byte, b"#" if is_pod else b"?")

    def macro(self, node):
        """Attributes among the tokens of a macro are not compared."""
        for attribute in re.finditer(rb"#!?\s*\[", self.of(node)):
            begin, depth = node.start_byte + attribute.start(), 0
            for at in range(node.start_byte + attribute.end() - 1, node.end_byte):
                depth += (self.text[at] == ord("[")) - (self.text[at] == ord("]"))
                if depth == 0:
                    self.paint(begin, at + 1, b"-")
                    break

    def redirect(self, node):
        """For `cat <<A && b` the grammar reads the body as commands."""
        if any(child.type not in HEREDOC_PARTS for child in node.children):
            self.paint(self.text.find(b"\n", node.start_byte), node.end_byte, b"?")

    def glob(self, node):
        if node.start_point.row != node.end_point.row:
            self.error(node)

    def error(self, node):
        """Around an error the judge guesses: in the lines of the broken node and two lines on either side."""
        begin, end = node.start_byte, node.end_byte
        for _ in range(NEAR + 1):
            begin = self.text.rfind(b"\n", 0, max(begin, 0))
            end = self.text.find(b"\n", end) + 1 or len(self.text)
        self.paint(begin + 1, end, b"?")

    def paint_lines(self, body, tags):
        """The end lines of here documents. If there are several, the grammar reads all but the last as text."""
        at = body.start_byte
        for line in self.of(body).split(b"\n"):
            if line.strip() in tags:
                self.paint(at, at + len(line), b"-")
            at += len(line) + 1


def by_grammar(language, text):
    parser, query = judge(language)
    found = tree_sitter.QueryCursor(query).captures(parser.parse(text).root_node)
    regions = Regions(language, text, found).regions
    if language == "perl":
        regions = unmarked(regions, text, rb"^__(?:END|DATA)__")
    return regions


def unmarked(regions, text, pattern):
    """Has no opinion where `pattern` matches."""
    for match in re.finditer(pattern, text, re.MULTILINE):
        regions[match.start() : match.end()] = b"-" * (match.end() - match.start())
    return regions


def has_prefix(text, quote):
    """A letter before a quote belongs to the string, as in x'ff'."""
    before = text[max(quote - 2, 0) : quote]
    return text[quote : quote + 1] == b"'" and re.search(rb"\W[bxn]$", before, re.IGNORECASE) is not None


def read_as_strings():
    """Functions in $$…$$ are strings, not programs in another language."""
    rules = pygments.lexers.sql.PostgresLexer.tokens["root"]
    for i, rule in enumerate(rules):
        if len(rule) > 1 and rule[1] is pygments.lexers.sql.language_callback:
            rules[i] = (rule[0], pygments.token.String)


def free_form(text):
    """Fixed-form Fortran whose comments begin with `!` and whose continuation lines have a blank as mark."""
    text = re.sub(rb"^[cC*]", b"!", text, flags=re.MULTILINE)
    return re.sub(rb"^(     )[^ 0\n\r]", rb"\1 ", text, flags=re.MULTILINE)


def region_of(kind, part):
    """The region of a token; None: code."""
    token = pygments.token.Token
    quoted = ("'" in part or '"' in part) and (kind in token.Number or kind in token.Name)
    if quoted or kind in token.Literal.String.Symbol or kind in token.Literal.String.Name:
        return b"-"  # a quoted name, x'ff'
    if kind in token.Comment.Preproc or kind in token.Comment.PreprocFile:
        return b"-"
    if kind in token.Comment or kind in token.Literal.String.Doc:
        return b"#"
    if kind in token.Literal.String:
        return b"s"
    return b"?" if kind in token.Error else None


def by_pygments(language, text):
    lexer = pygments.lexers.get_lexer_by_name(PYGMENTS[language], stripnl=False, ensurenl=False)
    regions = bytearray(b"c" * len(text))
    source = free_form(text) if language == "fortran-fixed" else text
    for begin, kind, part in lexer.get_tokens_unprocessed(source.decode("latin-1")):
        region, end = region_of(kind, part), begin + len(part)
        if region == b"s":
            begin -= has_prefix(text, begin)
        if region == b"?":
            begin = text.rfind(b"\n", 0, begin) + 1
        if region:
            regions[begin:end] = region * (end - begin)
    if language == "fortran-fixed":
        regions = unmarked(regions, text, rb"(?<=^     )[^ \n\r]")
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


def ends_in_program(language, line):
    """Whether a line leaves no literal open in the dialect of the golden program.

    In MySQL a string goes on after a backslash and a quote. In other dialects it ends there.
    """
    if language not in PROGRAM_DIALECTS:
        return True
    return by_pygments(PROGRAM_DIALECTS[language], line + b"\nx").endswith(b"c")


read_as_strings()
