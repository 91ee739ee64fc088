// PDF and PostScript, by child processes: a crash or an endless loop of theirs is not ours.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "input/convert/convert.h"
#include "input/sandbox/child.h"

namespace whorl::internal::input {
namespace {

Result<Viewable> convert(const std::vector<std::string>& command, const char* package,
                         const std::string& bytes, Conversions& conversions, const Room& room) {
  WHORL_RETURN_IF_ERROR(conversions.begin(command[0]));
  if (room.child == 0) return too_large_to_hold(room);
  ChildLimits limits;
  limits.memory_bytes = std::min(limits.memory_bytes, room.child);
  limits.output_bytes = std::min(limits.output_bytes, room.text);
  double seconds = 0;
  Result<std::string> text = run_child(command, bytes, limits, &seconds, conversions.watched());
  conversions.took(seconds);
  if (!text && text.error().code == ErrorCode::not_found) {
    return fail(ErrorCode::unsupported, "needs the program " + command[0] +
                                            ": install the package " + std::string(package));
  }
  WHORL_RETURN_IF_ERROR(text);
  return converted_text(std::move(*text));
}

}  // namespace

Result<Viewable> convert_pdf(const std::string& bytes, Conversions& conversions, const Room& room) {
  Result<Viewable> out = convert({"pdftotext", "-q", "-enc", "UTF-8", "-eol", "unix", "-", "-"},
                                 "poppler-utils", bytes, conversions, room);
  if (!out && out.error().code == ErrorCode::corrupt) {
    const bool encrypted = bytes.find("/Encrypt") != bytes.npos;
    return fail(ErrorCode::corrupt,
                encrypted ? "is a PDF with a password: save it without one" : "is a broken PDF");
  }
  return out;
}

Result<Viewable> convert_postscript(const std::string& bytes, Conversions& conversions,
                                    const Room& room) {
  // Messages of the interpreter go where they do not mix with the text.
  Result<Viewable> out = convert({"gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sstdout=%stderr",
                                  "-sDEVICE=txtwrite", "-sOutputFile=-", "-"},
                                 "ghostscript", bytes, conversions, room);
  if (!out && out.error().code == ErrorCode::corrupt) {
    return fail(ErrorCode::corrupt, "is broken PostScript");
  }
  return out;
}

}  // namespace whorl::internal::input
