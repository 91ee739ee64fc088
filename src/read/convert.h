// Converters: documents that are not plain text, to text. All take the document's bytes, give text
// in valid UTF-8 with `converted` set, and fail with a sentence for Skipped::reason. Those whose
// text may be much longer than the document keep to `room`.
#pragma once

#include <string>

#include "read/conversions.h"
#include "read/room.h"
#include "read/viewable.h"
#include "whorl/result.h"

namespace whorl::internal::read {

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

}  // namespace whorl::internal::read
