// Standard output and standard error, for any kind of connection.
#pragma once

#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>

namespace whorl::cli {

// Exit status if the reader of standard output has closed it, as for a program that the signal
// ends.
inline constexpr int kReaderGone = 128 + SIGPIPE;

// Call this first. Opens descriptors 0 to 2 if they are closed, so that no file of the work gets
// their number; reading or writing them still fails. Writing to a pipe without a reader becomes an
// error instead of a signal.
void prepare_streams();

// To standard error; ignores errors.
template <class... Values>
void tell(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

// To either of both.
inline void print_to(std::FILE* stream, const std::string& text) {
  stream == stderr ? tell("{}", text) : fmt::print("{}", text);
}

// True if the reader of standard output has closed its pipe, like `| head` after enough lines.
bool reader_is_gone();

// The exit status: `status`, or another if standard output could not be written.
int end_of_output(int status);

// Prints the exception of a command; returns its exit status.
int thrown(std::exception_ptr exception);

}  // namespace whorl::cli
