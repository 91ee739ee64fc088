"""Mutations of src/tokens/code: the strong normal form."""

from mutation import of_folder

of = of_folder("src/tokens/code/", [("code_test", "StatementForm.*:*EveryStrongForm*")])

MUTATIONS = [
    of("a loop stays where its word is", "statement_form.cc", "loop_ = moved(loop_, token);", ";"),
    of("its parenthesis stays", "statement_form.cc", "head_ = moved(head_, token);", ";"),
    of("the condition ends with a semicolon", "statement_form.cc", "kept_ && part_ != Part::condition", "kept_"),
    of("a condition is a first part", "statement_form.cc", "part_ = Part::condition;", ";"),
    of("a negated parenthesis stays", "statement_form.cc", "is(before_, kNegates)", "false"),
    of("a step stays", "statement_form.cc", "!is_step(statement)", "true"),
    of("a constant stays", "statement_form.cc", "!is_constant_declaration(statement)", "true"),
    of("what is cut is judged", "statement_form.cc", "give_held();\n  passes_ = false;", "end_statement();"),
    of("a long statement in a head comes before its loop", "statement_form.cc",
       "if (part_ == Part::first) give_loop();\n    give_held();", "give_held();"),
    of("after a long statement all pass", "statement_form.cc", "count_ = 0;\n  passes_ = false;", "count_ = 0;"),
    of("brackets do not hold lines together", "statement_form.cc", "c == '(' || c == '[' || (braces && c == '{')", "false"),
    of("an operator begins a statement", "statement_form.cc", "token.kind != TokenClass::operation", "true"),
    of("loops are told apart", "statement_form.cc", "is(token, kLoops)", "false"),
    of("comparisons are told apart", "statement_form.cc", "is(token, kCompares)", "false"),
    of("what was open is known too deep", "parentheses.h", "depth_++ >= kMostKnown", "depth_++ > 2 * kMostKnown"),
    of("an old parenthesis is remembered", "parentheses.h", "negated_ & ~bit", "negated_"),
    of("a closing one alone counts", "parentheses.h", "if (depth_ == 0) return Kind::plain;", ";"),
    of("any assignment is a step", "statement_form.cc", "!walk.again(first, last)", "false"),
    of("a step may be a name", "statement_form.cc",
       "return !walk.one_of({\"+\", \"-\"}) || walk.kind(TokenClass::number);", "return !walk.one_of({\"+\", \"-\"}) || walk.any();"),
    of("one step is enough", "statement_form.cc", "if (!one_step(walk)) return false;", "return one_step(walk);"),
    of("an assignment declares", "statement_form.cc", "(typed && walk.word(\"=\"))", "walk.word(\"=\")"),
    of("a type has no arguments", "statement_form.cc", "type_arguments(walk);", ";"),
    of("a type is a name", "statement_form.cc", "walk.path({\"::\", \".\"})", "walk.kind(TokenClass::identifier)"),
    of("one constant is enough", "statement_form.cc", "if (!constant_declarator(walk, typed)) return false;", "return constant_declarator(walk, typed);"),
    of("a constant has no sign", "statement_form.cc", "walk.one_of({\"-\", \"+\"});", ";"),
]
