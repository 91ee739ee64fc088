#include "input/convert/convert.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/go_on.h"
#include "base/try.h"
#include "input/charset/charset.h"
#include "input/sandbox/child.h"
#include "input/sandbox/sandbox.h"
#include "whorl/converters.h"

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

Result<void> Conversions::begin(std::string_view program) const {
  WHORL_RETURN_IF_ERROR(base::go_on(progress_));
  const std::string name(program);
  if (!allowed_) {
    return fail(ErrorCode::unsupported,
                "needs the program " + name + ", and converters are switched off");
  }
  if (used_.load(std::memory_order_relaxed) >= seconds_) {
    return fail(ErrorCode::limit_exceeded,
                "was not converted: earlier documents used up the time limit of this run for " +
                    name + "; convert them beforehand");
  }
  return {};
}

Result<Viewable> converted_text(std::string text, std::string language) {
  Viewable out;
  out.text = valid_utf8(std::move(text));
  out.converted = true;
  out.language = std::move(language);
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  if (std::all_of(out.text.begin(), out.text.end(), is_blank)) {
    return fail(ErrorCode::unsupported, "contains no text that can be extracted (scanned pages?)");
  }
  return out;
}

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
  // Messages of the interpreter go to standard error, so that they do not mix with the text.
  Result<Viewable> out = convert({"gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sstdout=%stderr",
                                  "-sDEVICE=txtwrite", "-sOutputFile=-", "-"},
                                 "ghostscript", bytes, conversions, room);
  if (!out && out.error().code == ErrorCode::corrupt) {
    return fail(ErrorCode::corrupt, "is broken PostScript");
  }
  return out;
}

}  // namespace whorl::internal::input

namespace whorl {

using namespace internal;
using namespace internal::input;

std::vector<ConverterProgram> converter_programs() {
  return {{"pdftotext", "PDF", "poppler-utils", input::find_program("pdftotext")},
          {"gs", "PostScript", "ghostscript", input::find_program("gs")}};
}

std::vector<ConverterConfinement> converter_confinement() {
  return {{"limits", "more than their time, memory and temporary files", true},
          {"system_calls", "sockets, new processes and signals to others (seccomp)",
           can_filter_system_calls()},
          {"files", "files but its input, its own folder and the system's (Landlock)",
           landlock_version() > 0}};
}

}  // namespace whorl
