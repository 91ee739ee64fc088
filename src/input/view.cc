#include <utility>

#include "input/charset/charset.h"
#include "input/charset/content.h"
#include "input/convert/convert.h"
#include "input/source.h"

namespace whorl::internal::input {
namespace {

// A file named .ipynb that is no notebook is read as text.
Result<Viewable> notebook_or_text(std::string bytes, std::string& note) {
  Result<Viewable> notebook = convert_notebook(bytes);
  if (notebook || notebook.error().code != ErrorCode::corrupt) return notebook;
  Result<Viewable> text = decode(std::move(bytes), note);
  note = notebook.error().message + "; read as plain text";
  return text;
}

Result<Viewable> view_by_content(std::string_view name, std::string bytes, std::string& note,
                                 Conversions& conversions, const Room& room) {
  switch (sniff_form(name, bytes)) {
    case Content::notebook:
      return notebook_or_text(std::move(bytes), note);
    case Content::pdf:
      return convert_pdf(bytes, conversions, room);
    case Content::postscript:
      return convert_postscript(bytes, conversions, room);
    case Content::docx:
      return convert_docx(bytes, room);
    case Content::odt:
      return convert_odt(bytes, room);
    case Content::rtf:
      return convert_rtf(bytes);
    case Content::unsupported:
      return fail(ErrorCode::unsupported, std::string(unsupported_reason(name, bytes)));
    case Content::archive:  // reading has already unpacked what it can
      return fail(ErrorCode::unsupported, "is an archive");
    case Content::binary:
    case Content::text:  // decode() distinguishes the two
      break;
  }
  return decode(std::move(bytes), note);
}

bool grows(Content content) {
  return content == Content::pdf || content == Content::postscript || content == Content::docx ||
         content == Content::odt;
}

}  // namespace

Result<Viewable> within_room(Result<Viewable> text, const Room& room) {
  if (!text || room.text == Room{}.text) return text;
  const std::uint64_t bytes = folded_bytes(text->text);
  if (bytes > room.text) return too_large_to_hold(bytes, room);
  return text;
}

bool may_grow(std::string_view name, std::string_view bytes) {
  return grows(sniff_form(name, bytes));
}

Result<Viewable> view(std::string_view name, std::string bytes, std::string& note,
                      Conversions& conversions, const Room& room) {
  note.clear();
  if (bytes.size() > room.text && !may_grow(name, bytes)) {
    return too_large_to_hold(bytes.size(), room);
  }
  auto out = view_by_content(name, std::move(bytes), note, conversions, room);
  return within_room(std::move(out), room);
}

Result<Viewable> view(Document document, std::string& note, Conversions& conversions,
                      const Room& room) {
  return view(document.name, std::move(document.bytes), note, conversions, room);
}

}  // namespace whorl::internal::input
