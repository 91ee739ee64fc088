// Converters from documents to plain text. All take the document's bytes, return text in valid
// UTF-8 with `converted` set, and fail with a sentence for Skipped::reason. Converters that may
// return a text much longer than the document respect `room`.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "input/charset/viewable.h"
#include "input/room.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// A limit for all converters of one run together.

// Shared by the threads of a run.
class Conversions {
 public:
  // Processor time for all documents together. Otherwise a folder in which each document takes the
  // allowed time could block a run for days.
  static constexpr double kSeconds = 3600;

  // `allowed`: other programs may be started.
  explicit Conversions(bool allowed = true, double seconds = kSeconds)
      : allowed_(allowed), seconds_(seconds) {}

  // Fails with a sentence for Skipped::reason if `program` may not be started, or not any more.
  Result<void> begin(std::string_view program) const;
  // If `progress` is cancelled, running programs are ended too. Call this before any begins.
  void watch(const Progress* progress) { progress_ = progress; }
  const Progress* watched() const { return progress_; }
  void took(double seconds) { used_.fetch_add(seconds, std::memory_order_relaxed); }

 private:
  const bool allowed_;
  const double seconds_;
  const Progress* progress_ = nullptr;
  std::atomic<double> used_ = 0;
};

// Jupyter: all cells in order, in Jupytext's percent format. Each cell begins with a comment `#
// %%`. Markdown and shell commands (`%matplotlib`, `!pip`) become comments in the notebook's
// `language`. nbformat 3 and 4.
Result<Viewable> convert_notebook(const std::string& bytes);

// Uses the programs pdftotext (package poppler-utils) and gs (package ghostscript).
Result<Viewable> convert_pdf(const std::string& bytes, Conversions& conversions,
                             const Room& room = {});
Result<Viewable> convert_postscript(const std::string& bytes, Conversions& conversions,
                                    const Room& room = {});

// Paragraphs, tables, foot- and endnotes; no deleted, hidden or comment text.
Result<Viewable> convert_docx(const std::string& bytes, const Room& room = {});
Result<Viewable> convert_odt(const std::string& bytes, const Room& room = {});

// Text with its line ends; no pictures, styles, headers or field codes. RTF 1.9.
Result<Viewable> convert_rtf(const std::string& bytes);

// The result of a converter: `text` made valid UTF-8. Fails if nothing in it is visible.
Result<Viewable> converted_text(std::string text, std::string language = {});

}  // namespace whorl::internal::input
