// Runs external programs on untrusted input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// The limits of one converter.

struct ChildLimits {
  std::uint32_t seconds = 30;  // processor time; the limit of elapsed time is twice that
  std::uint64_t memory_bytes = 2ull << 30;
  std::uint64_t output_bytes = 64ull << 20;
};

// Runs command[0], found in PATH, with `input` as its standard input (a file in memory) and returns
// its standard output. There is no shell; the environment is PATH, a temporary folder and a UTF-8
// locale. input/sandbox/sandbox.h lists what the kernel refuses to it. Errors: not_found: no such
// program; limit_exceeded; corrupt: it ended with a status other than 0. The messages are sentences
// for Skipped::reason. Safe to call from several threads. `processor_seconds` gets its time, also
// if it failed. Asks `progress` ten times a second whether to go on; if not, stops the program with
// ErrorCode::cancelled.
Result<std::string> run_child(const std::vector<std::string>& command, const std::string& input,
                              const ChildLimits& limits = {}, double* processor_seconds = nullptr,
                              const Progress* progress = nullptr);

// The path of a program in PATH; empty if there is none.
std::string find_program(std::string_view name);

}  // namespace whorl::internal::input
