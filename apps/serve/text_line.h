// Lines of JSON with a text each, as `whorl registry texts` writes them and programs send them.
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

// A document: {"id": its name, "text": …}, and `url`, `date`, `owner`, `group` and `contact` where
// it has them; or one that was left out: {"id": …, "skipped": why}. Of other codes than it names
// those of `fallback` hold. Fails with invalid_argument where it is neither.
using TextLine = std::variant<RegistryText, Skipped>;
Result<TextLine> parse_text_line(std::string_view line, const DocumentCodes& fallback);

// Lines one after the other. One of more than `most` bytes is a document that was left out, of the
// name that it begins with; so is one that is no such line, by its number.
class TextLines {
 public:
  TextLines(std::istream& stream, DocumentCodes fallback, std::size_t most)
      : buffer_(stream.rdbuf()), fallback_(std::move(fallback)), most_(most) {}

  std::optional<TextLine> next();
  std::uint64_t bytes() const { return bytes_; }  // that were read

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
