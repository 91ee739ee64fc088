"""Disguises: changes to hide a copy. The table names them, from hardly any work to much work.

A disguise takes the text of a program without comments, its language and a random.Random, and returns the texts of the
copy's files. Programs are handled as lines, so a copy looks like a program but need not compile.
"""

import re

from programs import indent_of, is_balanced, is_statement, pieces, tokens

DECLARED = re.compile(r"(?:[\w>\]*&]\s+[*&]*|[(,]\s*)([a-z_]\w*)\s*(?=[=;,)\[:])")
CALL = re.compile(r"\b(?:new )?[\w.]+\([^()\n;]*\)")
ASSIGNED = re.compile(r"^(?P<left>\s+[^=\n(]*[^=!<>+\-*/%&|^\n(]=\s+)(?P<value>[^=;\n{}\"]+)(?P<end>;?)$")
RETURNED = re.compile(r"^(?P<left>\s+return\s+)(?P<value>[^=;\n{}\"]+)(?P<end>;?)$")
FOR = re.compile(r"^(\s*)for ?\(([^;]*);([^;]*);(.*)\) ?\{$")
DECLARATION = re.compile(r"^\s+(?!return|throw|delete|else|goto)[A-Za-z_][\w<>\[\]]* [\w, ]+( = [^;(]+)?;$")


def verbatim(text, language, source):
    return [text]


def renamed(text, language, source):
    """Names that the program declares are others."""
    names = sorted({name for name in DECLARED.findall(text) if name not in language.words})
    source.shuffle(names)
    new = {name: f"v{number}" for number, name in enumerate(names)}
    return [re.sub(r"(?<!\.)\b[a-z_]\w*\b(?!\s*\()", lambda name: new.get(name[0], name[0]), text)]


def commented(text, language, source):
    mark = "#" if language.indents else "//"
    return [each_line(text, lambda line: [f"{mark} as it was explained in the lecture", line]
                      if source.random() < .1 else [line])]


def reordered(text, language, source):
    """Functions are in another order, and so are declarations that follow each other."""
    first, *others = pieces(text, language)
    last = [others.pop()] if others else []
    source.shuffle(others)
    lines, run = [], []
    for line in "".join([first, *others, *last]).splitlines() + [""]:
        if DECLARATION.match(line):
            run.append(line)
            continue
        source.shuffle(run)
        lines += [*run, line]
        run = []
    return ["\n".join(lines)]


def extracted(text, language, source):
    """What a call is given becomes a variable first: `g(f(a))` is `int x = f(a); g(x);`."""
    counter = iter(range(10**6))

    def changed(line):
        calls = [call for call in CALL.finditer(line) if line[: call.start()].strip()]
        if not is_statement(line, language) or not calls or "\"" in line or source.random() > .7:
            return [line]
        call, name = calls[0], f"part{next(counter)}"
        return [indent_of(line) + language.local.format(name, call[0]), line[: call.start()] + name + line[call.end():]]

    return [each_line(text, changed)]


def helped(text, language, source):
    """Statements that follow each other become a function of their own."""
    lines, out, helpers = text.splitlines(), [], []
    at = 0
    while at < len(lines):
        run = at
        while run < len(lines) and run - at < 5 and is_statement(lines[run], language) \
                and indent_of(lines[run]) == indent_of(lines[at]):
            run += 1
        if run - at < 3 or source.random() > .7:
            out.append(lines[at])
            at += 1
            continue
        name, indent = f"helper{len(helpers)}", indent_of(lines[at])
        out.append(f"{indent}{name}()" + ("" if language.indents else ";"))
        head = f"def {name}():" if language.indents else f"static void {name}() {{"
        helpers += ["\n".join([head, *("    " + line.strip() for line in lines[at:run]),
                               *([] if language.indents else ["}"])])]
        at = run
    return ["\n".join(out + helpers) + "\n"]


def inlined(text, language, source):
    """A variable that is used once gives way to its value: `int x = f(a); g(x);` is `g(f(a));`."""
    lines, out = text.splitlines(), []
    for line in lines:
        set_before = out and re.match(r"^\s+(?:[\w<>*]+ )?(\w+) = ([^=;\n]+);?$", out[-1])
        if set_before and len(re.findall(rf"\b{set_before[1]}\b", line)) == 1 and is_statement(line, language) \
                and len(re.findall(rf"\b{set_before[1]}\b", text)) == 2:
            out[-1] = re.sub(rf"\b{set_before[1]}\b", lambda _: set_before[2], line)
        else:
            out.append(line)
    return ["\n".join(out) + "\n"]


def wrapped(text, language, source):
    """Values are wrapped in something that gives them back."""

    def changed(line):
        value = RETURNED.match(line) or ASSIGNED.match(line)
        if not value or not is_balanced(value["value"]) or source.random() > .7:
            return [line]
        return [value["left"] + language.wrapped.format(value["value"].strip()) + value["end"]]

    return [each_line(text, changed)]


def guarded(text, language, source):
    """Conditions say the opposite of the opposite."""
    other = {"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
    negated = "not ({} {} {})" if language.indents else "!({} {} {})"

    def changed(condition):
        left, operator, right = condition[2], condition[3], condition[4]
        return condition[1] + negated.format(left, other[operator], right) + condition[5]

    pattern = r"(\bif )([\w.]+) (==|!=|<=?|>=?) ([\w.]+)(:)" if language.indents \
        else r"(\bif \()([\w.>\-\[\]]+) (==|!=|<=?|>=?) ([\w.>\-\[\]]+)(\))"
    return [re.sub(pattern, changed, text)]


def looped(text, language, source):
    """`for` becomes `while`."""
    if language.indents:
        return [re.sub(r"^(\s*)for (\w+) in range\((\w+)\):\n(\s*)", r"\1\2 = -1\n\1while \2 + 1 < \3:\n\4\2 += 1\n\4", text,
                       flags=re.MULTILINE)]
    out, steps = [], {}
    for line in text.splitlines():
        head = FOR.match(line)
        if head:
            indent, first, condition, step = head.groups()
            out += [f"{indent}{first.strip()};", f"{indent}while ({condition.strip()}) {{"]
            steps[indent] = step.strip()
        elif line.strip() == "}" and (step := steps.pop(indent_of(line), None)):
            out += [f"{indent_of(line)}    {step};", line]
        else:
            out.append(line)
    return ["\n".join(out) + "\n"]


def padded(text, language, source):
    """Statements without effect are between the others."""
    counter = iter(range(10**6))
    return [each_line(text, lambda line: [indent_of(line) + language.dead.format(f"spare{next(counter)}"), line]
                      if is_statement(line, language) and source.random() < .25 else [line])]


def split(text, language, source):
    """One file becomes two."""
    parts = pieces(text, language)
    middle = (len(parts) + 1) // 2
    return ["".join(parts[:middle]), "".join(parts[middle:])]


def halved(text, language, source):
    """Half of the functions, the others are not there."""
    first, *others = pieces(text, language)
    kept = [part for number, part in enumerate(others) if number % 2 == 0]
    return [first + "".join(kept)]


def all_of(text, language, source):
    """Other names, another order, variables extracted, values wrapped, loops and conditions turned."""
    for disguise in (renamed, reordered, extracted, wrapped, guarded, looped):
        (text,) = disguise(text, language, source)
    return [text]


def each_line(text, changed):
    return "\n".join(new for line in text.splitlines() for new in changed(line)) + "\n"


DISGUISES = {
    "verbatim": verbatim, "comments": commented, "names": renamed, "order": reordered, "split": split,
    "half": halved, "loops": looped, "guards": guarded, "dead code": padded, "inlined": inlined,
    "extracted": extracted, "helpers": helped, "wrapped": wrapped, "all": all_of,
}


def is_changed(before, after):
    return tokens(before) != tokens("".join(after))
