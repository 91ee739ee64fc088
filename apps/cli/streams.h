// Standard output and standard error, whatever they are connected to.
#pragma once

#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>

namespace whorl::cli {

// Exit status where the reader of standard output has gone, as of a program that the signal ends.
inline constexpr int kReaderGone = 128 + SIGPIPE;

// To be called first. Descriptors 0 to 2 that are closed are taken from here on, so that no file of
// the work has their number; to read or write them still fails. A pipe whose reader has gone is an
// error of writing, no signal.
void prepare_streams();

// To standard error. What cannot be written there is of no account.
template <class... Values>
void tell(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

// To either of both.
inline void print_to(std::FILE* stream, const std::string& text) {
  stream == stderr ? tell("{}", text) : fmt::print("{}", text);
}

// Whether whoever read standard output from a pipe has gone: `| head` has seen enough.
bool reader_is_gone();

// The exit status: `status`, or another where standard output could not be written.
int end_of_output(int status);

// Tells what a command threw; the exit status that stands for it.
int thrown(std::exception_ptr exception);

}  // namespace whorl::cli
