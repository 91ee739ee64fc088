// Converters: documents that are not plain text, to text. All take the document's bytes, give text
// in valid UTF-8 with `converted` set, and fail with a sentence for Skipped::reason. Those whose
// text may be much longer than the document keep to `room`.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "input/charset/viewable.h"
#include "input/room.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// What the converters of one run may do, all together.

// Shared by the threads of a run.
class Conversions {
 public:
  // Of processors, for all documents together: a folder of documents that each take as long as one
  // may would otherwise hold up a run for days.
  static constexpr double kSeconds = 3600;

  // `allowed`: whether other programs may be started at all.
  explicit Conversions(bool allowed = true, double seconds = kSeconds)
      : allowed_(allowed), seconds_(seconds) {}

  // Fails with a sentence for Skipped::reason where `program` may not be started, or not any more.
  Result<void> begin(std::string_view program) const;
  // Whose wish to end ends a program at work too. To be called before any begins.
  void watch(const Progress* progress) { progress_ = progress; }
  const Progress* watched() const { return progress_; }
  void took(double seconds) { used_.fetch_add(seconds, std::memory_order_relaxed); }

 private:
  const bool allowed_;
  const double seconds_;
  const Progress* progress_ = nullptr;
  std::atomic<double> used_ = 0;
};

// Jupyter: all cells in order, in the percent format of Jupytext: each begins with a comment `#
// %%`, markdown and the commands of the shell (`%matplotlib`, `!pip`) become comments, in the
// notebook's `language`. nbformat 3 and 4.
Result<Viewable> convert_notebook(const std::string& bytes);

// By the programs pdftotext (package poppler-utils) and gs (package ghostscript).
Result<Viewable> convert_pdf(const std::string& bytes, Conversions& conversions,
                             const Room& room = {});
Result<Viewable> convert_postscript(const std::string& bytes, Conversions& conversions,
                                    const Room& room = {});

// Paragraphs, tables, foot- and endnotes; not what is deleted, hidden or commented.
Result<Viewable> convert_docx(const std::string& bytes, const Room& room = {});
Result<Viewable> convert_odt(const std::string& bytes, const Room& room = {});

// Text with its line ends; not pictures, styles, headers and field codes. RTF 1.9.
Result<Viewable> convert_rtf(const std::string& bytes);

// What a converter hands back: `text` made valid UTF-8; fails when there is nothing to see in it.
Result<Viewable> converted_text(std::string text, std::string language = {});

}  // namespace whorl::internal::input
