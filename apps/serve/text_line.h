// JSON lines with one text each, as `whorl registry texts` writes them and programs send them.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "whorl/registry.h"
#include "whorl/report.h"

namespace whorl::serve {

// Either a document, {"id": its name, "text": …} with `url`, `date`, `owner`, `group` and `contact`
// if it has them, or one that was left out, {"id": …, "skipped": why}. Codes that the line lacks
// are taken from `fallback`. Fails with invalid_argument if the line is neither.
using TextLine = std::variant<RegistryText, Skipped>;
Result<TextLine> parse_text_line(std::string_view line, const DocumentCodes& fallback);

// Reads the lines one after the other. A line of more than `most` bytes is returned as a document
// that was left out, with the name at its start. An invalid line is one too, with its number as
// name.
class TextLines {
 public:
  TextLines(std::istream& stream, DocumentCodes fallback, std::size_t most)
      : buffer_(stream.rdbuf()), fallback_(std::move(fallback)), most_(most) {}

  std::optional<TextLine> next();
  std::uint64_t bytes() const { return bytes_; }  // bytes read so far

 private:
  bool read_line();

  std::streambuf* const buffer_;
  const DocumentCodes fallback_;
  const std::size_t most_;
  std::string line_;
  std::uint64_t number_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace whorl::serve
