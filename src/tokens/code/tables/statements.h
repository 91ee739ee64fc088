// Statements that several languages share, for their strong normal form.
#pragma once

#include "tokens/code/statement_words.h"

namespace whorl::internal::tokens::code::tables {

// C, C++, GLSL.
inline constexpr StatementWords kCStatements{
    .heads = "if else for while do switch",
    .counts = "for",
    .loops = "for while",
    .types =
        "bool char double float int long short signed unsigned void wchar_t _Bool struct union "
        "enum",
    .negations = "! not",
    .comparisons = "== != < > <= >= not_eq",
    .constants = "true false NULL nullptr",
};

// Java, C#, Groovy, Dart, Solidity.
inline constexpr StatementWords kJavaStatements{
    .heads = "if else for foreach while do switch",
    .counts = "for",
    .loops = "for foreach while",
    .types =
        "bool boolean byte char decimal def double dynamic float int long num object sbyte short "
        "string String uint uint256 ulong ushort var",
    .negations = "!",
    .comparisons = "== != < > <= >=",
    .constants = "true false null",
};

}  // namespace whorl::internal::tokens::code::tables
