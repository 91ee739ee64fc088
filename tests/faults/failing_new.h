// operator new that fails on request, and counts the allocated bytes that are not yet freed.
//
// It replaces the standard one in a program that links failing_new.cc. Allocations of C libraries
// by malloc are not affected.
#pragma once

#include <cstddef>

namespace whorl::test {

enum class Failing {
  once,           // that call alone
  from_there_on,  // that call and all that follow
};

// The n-th call inside() the library from now on is to fail, on whichever thread it comes: n ≥ 1.
void fail_allocation(std::size_t n, Failing failing);
void fail_no_allocation();
// Whether it has come so far.
bool allocation_failed();

// Allocations by operator new that are not freed.
long live_allocations();

}  // namespace whorl::test
