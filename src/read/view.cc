#include <utility>

#include "read/charset.h"
#include "read/content.h"
#include "read/convert.h"
#include "read/source.h"

namespace whorl::internal::read {
namespace {

// A file named .ipynb that is no notebook is what it is: text.
Result<Viewable> notebook_or_text(std::string bytes, std::string& note) {
  Result<Viewable> notebook = convert_notebook(bytes);
  if (notebook || notebook.error().code != ErrorCode::corrupt) return notebook;
  Result<Viewable> text = decode(std::move(bytes), note);
  note = notebook.error().message + "; read as plain text";
  return text;
}

}  // namespace

Result<Viewable> view(std::string_view name, std::string bytes, std::string& note,
                      Conversions& conversions) {
  note.clear();
  switch (sniff_form(name, bytes)) {
    case Content::notebook:
      return notebook_or_text(std::move(bytes), note);
    case Content::pdf:
      return convert_pdf(bytes, conversions);
    case Content::postscript:
      return convert_postscript(bytes, conversions);
    case Content::docx:
      return convert_docx(bytes);
    case Content::odt:
      return convert_odt(bytes);
    case Content::rtf:
      return convert_rtf(bytes);
    case Content::unsupported:
      return fail(ErrorCode::unsupported, std::string(unsupported_reason(name, bytes)));
    case Content::archive:  // reading has unpacked all it can
      return fail(ErrorCode::unsupported, "is an archive");
    case Content::binary:
    case Content::text:  // which of the two, decode() tells
      break;
  }
  return decode(std::move(bytes), note);
}

Result<Viewable> view(Document document, std::string& note, Conversions& conversions) {
  return view(document.name, std::move(document.bytes), note, conversions);
}

}  // namespace whorl::internal::read
