// The tables, a file a family of languages. Each value is defined beside its relatives and
// listed once, in tables.cc.
#pragma once

#include "canon/code/language_table.h"

namespace whorl::code {

extern const Language kC, kCpp;
extern const Language kJava;
extern const Language kPython;
extern const Language kJavaScript, kTypeScript;

}  // namespace whorl::code
