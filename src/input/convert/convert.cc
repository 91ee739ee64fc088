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

Result<void> Conversions::begin(std::string_view program) const {
  WHORL_RETURN_IF_ERROR(base::go_on(progress_));
  const std::string name(program);
  if (!allowed_) {
    return fail(ErrorCode::unsupported,
                "needs the program " + name + ", and no other programs are to be started");
  }
  if (used_.load(std::memory_order_relaxed) >= seconds_) {
    return fail(ErrorCode::limit_exceeded,
                "is not converted: the documents before it took all the time that a run has for " +
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
    return fail(ErrorCode::unsupported, "holds no text that can be extracted (scanned pages?)");
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
