#include "input/charset/content.h"

#include <algorithm>
#include <string>

#include "fingerprints/kernels/controls.h"
#include "input/charset/wide.h"
#include "input/paths/names.h"

namespace whorl::internal::input {
namespace {

using namespace std::string_view_literals;

struct Magic {
  std::string_view bytes;
  std::size_t at;
  Content content;
};

// The first bytes of each message in Arrow's stream format (Arrow 1.0, "Encapsulated message
// format").
constexpr std::string_view kArrowStream = "\xFF\xFF\xFF\xFF";

constexpr Magic kMagic[] = {
    {"%PDF-"sv, 0, Content::pdf},
    {"%!PS"sv, 0, Content::postscript},
    {"\x04%!PS"sv, 0, Content::postscript},
    {"{\\rtf"sv, 0, Content::rtf},
    {"PK\x03\x04"sv, 0, Content::archive},
    {"PK\x05\x06"sv, 0, Content::archive},
    {"7z\xBC\xAF\x27\x1C"sv, 0, Content::archive},
    {"\x1F\x8B\x08"sv, 0, Content::archive},
    {"BZh"sv, 0, Content::archive},
    {"\xFD"
     "7zXZ\0"sv,
     0, Content::archive},
    {"\x28\xB5\x2F\xFD"sv, 0, Content::archive},
    {"ustar"sv, 257, Content::archive},
    {"Rar!\x1A\x07"sv, 0, Content::unsupported},
    {"PAR1"sv, 0, Content::unsupported},
    {"ARROW1\0"sv, 0, Content::unsupported},
    {"filedesc://"sv, 0, Content::unsupported},
    {kArrowStream, 0, Content::unsupported},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, 0, Content::unsupported},
};

// The message for contents that are recognized but not read.
struct Refusal {
  std::string_view begins;
  std::string_view reason;
};

constexpr Refusal kRefusals[] = {
    {"Rar!", "is a RAR archive, which is not read: repack it as zip"},
    {"PAR1",
     "is a table in Parquet: dedup, cluster, query, sweep and registry read its rows if its name "
     "ends in .parquet"},
    {"ARROW1",
     "is a table in Arrow, which is not read: write it as JSON lines, e.g. "
     "python3 -c \"import polars; polars.read_ipc('in.arrow').write_ndjson('in.jsonl')\""},
    {kArrowStream,
     "is a table in Arrow, which is not read: write it as JSON lines, e.g. "
     "python3 -c \"import polars; polars.read_ipc_stream('in.arrow').write_ndjson('in.jsonl')\""},
    {"filedesc://",
     "is a web archive in ARC, the format before WARC, which is not read: convert it, e.g. "
     "pip install warcio; warcio recompress old.arc new.warc.gz"},
    {"\xD0\xCF\x11\xE0",
     "is an old Office file or has a password: save it as docx, odt or PDF without a password"},
};

struct Suffix {
  std::string_view extension;
  Content content;
};

// Names that promise an archive; a file that is none is listed as broken.
constexpr Suffix kArchiveSuffixes[] = {
    {".zip", Content::archive},  {".tar", Content::archive}, {".tgz", Content::archive},
    {".gz", Content::archive},   {".tbz", Content::archive}, {".tbz2", Content::archive},
    {".bz2", Content::archive},  {".txz", Content::archive}, {".xz", Content::archive},
    {".tzst", Content::archive}, {".zst", Content::archive}, {".7z", Content::archive},
};

// Zip files that users see as documents.
constexpr Suffix kZipDocuments[] = {
    {".docx", Content::docx},        {".docm", Content::docx},
    {".odt", Content::odt},          {".ott", Content::odt},
    {".xlsx", Content::unsupported}, {".xlsm", Content::unsupported},
    {".pptx", Content::unsupported}, {".ods", Content::unsupported},
    {".odp", Content::unsupported},  {".epub", Content::unsupported},
};

// PostScript is a program, so its interpreter runs only on files with these suffixes. A file with
// another name that begins with %!PS is text, also a.py.
constexpr Suffix kPostscriptSuffixes[] = {
    {".ps", Content::postscript},   {".eps", Content::postscript}, {".epsf", Content::postscript},
    {".epsi", Content::postscript}, {".prn", Content::postscript},
};

template <std::size_t kSize>
const Suffix* find_suffix(const Suffix (&table)[kSize], std::string_view extension) {
  const auto row = std::find_if(std::begin(table), std::end(table),
                                [&](const Suffix& s) { return s.extension == extension; });
  return row == std::end(table) ? nullptr : row;
}

Content by_magic(std::string_view bytes) {
  for (const Magic& magic : kMagic) {
    if (bytes.size() > magic.at && bytes.substr(magic.at).starts_with(magic.bytes)) {
      return magic.content;
    }
  }
  return Content::text;
}

// True if a document that begins like another format has that format. If a table or a PDF has an
// unusual name, the remaining bytes distinguish it from text with the same beginning.
bool is_of_form(Content content, const std::string& suffix, std::string_view bytes) {
  if (bytes.starts_with("PAR1")) return suffix == ".parquet" || is_binary(bytes);
  if (bytes.starts_with(kArrowStream)) return suffix == ".arrow" || is_binary(bytes);
  if (content == Content::postscript) return find_suffix(kPostscriptSuffixes, suffix) != nullptr;
  if (content == Content::pdf) return suffix == ".pdf" || suffix.empty() || is_binary(bytes);
  return true;
}

}  // namespace

Content sniff_form(std::string_view name, std::string_view bytes) {
  const std::string suffix = extension(name);
  Content magic = by_magic(bytes);
  if (!is_of_form(magic, suffix, bytes)) magic = Content::text;
  if (magic == Content::archive) {
    const Suffix* document = find_suffix(kZipDocuments, suffix);
    return document != nullptr && bytes.starts_with("PK") ? document->content : magic;
  }
  if (magic != Content::text) return magic;
  if (find_suffix(kArchiveSuffixes, suffix) != nullptr) return Content::archive;
  if (find_suffix(kZipDocuments, suffix) != nullptr && is_binary(bytes)) {
    return Content::unsupported;
  }
  return suffix == ".ipynb" ? Content::notebook : Content::text;
}

Content sniff(std::string_view name, std::string_view bytes) {
  const Content form = sniff_form(name, bytes);
  return form == Content::text && is_binary(bytes) ? Content::binary : form;
}

std::string_view unsupported_reason(std::string_view name, std::string_view bytes) {
  for (const Refusal& refusal : kRefusals) {
    if (bytes.starts_with(refusal.begins)) return refusal.reason;
  }
  if (bytes.starts_with("PK") && by_magic(bytes) == Content::archive) {
    return "is a spreadsheet, a presentation or an e-book, which whorl does not read: save it as "
           "PDF";
  }
  return find_suffix(kZipDocuments, extension(name)) != nullptr
             ? "is broken: it is not the Office document that its name promises"sv
             : "is of a kind that whorl does not read"sv;
}

bool is_binary(std::string_view bytes) {
  const kernels::ControlCount count = kernels::count_controls(bytes);
  if (!too_many_controls(count, bytes.size())) return false;
  const bool padded = count.nuls == count.controls && count.nuls * 5 <= bytes.size();
  return !padded && wide_encoding(bytes) == WideEncoding::none;
}

bool too_many_controls(const kernels::ControlCount& count, std::uint64_t bytes) {
  return count.controls * 50 > bytes;
}

}  // namespace whorl::internal::input
