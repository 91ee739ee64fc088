// Other people's programs, run on untrusted input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// What one converter may take.

struct ChildLimits {
  std::uint32_t seconds = 30;  // of processor time, and twice as long by the clock
  std::uint64_t memory_bytes = 2ull << 30;
  std::uint64_t output_bytes = 64ull << 20;
};

// Runs command[0], found in PATH, with `input` as its standard input (a file in memory) and gives
// back its standard output. No shell; the environment is PATH, a folder of its own for temporary
// files and a UTF-8 locale; what the kernel keeps from it says input/sandbox/sandbox.h. Errors:
// not_found: no such program; limit_exceeded; corrupt: it ended with another status than 0. The
// messages are sentences for Skipped::reason. Safe to call from several threads.
// `processor_seconds` gets the time that it took, also when it failed. Asks `progress` ten times a
// second whether to go on; where not, the program is stopped, with ErrorCode::cancelled.
Result<std::string> run_child(const std::vector<std::string>& command, const std::string& input,
                              const ChildLimits& limits = {}, double* processor_seconds = nullptr,
                              const Progress* progress = nullptr);

// The path of a program in PATH; empty: none.
std::string find_program(std::string_view name);

}  // namespace whorl::internal::input
