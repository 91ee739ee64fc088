#include "serve/document_text.h"

#include <array>
#include <fstream>
#include <system_error>

#include "base/folder.h"
#include "serve/child.h"
#include "serve/job.h"
#include "serve/problem.h"
#include "serve/service.h"
#include "serve/text_line.h"

namespace whorl::serve {
namespace {

namespace fs = std::filesystem;
using internal::base::TemporaryFolder;

struct DocumentType {
  std::string_view media_type;
  std::string_view ending;
  std::string_view magic = {};  // first bytes, if only such documents have them
};
constexpr std::array kDocumentTypes = {
    DocumentType{"application/pdf", ".pdf", "%PDF-"},
    DocumentType{"application/postscript", ".ps", "%!PS"},
    DocumentType{"application/rtf", ".rtf", "{\\rtf"},
    DocumentType{"text/rtf", ".rtf"},
    DocumentType{"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                 ".docx"},
    DocumentType{"application/vnd.openxmlformats-officedocument.presentationml.presentation",
                 ".pptx"},
    DocumentType{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx"},
    DocumentType{"application/vnd.oasis.opendocument.text", ".odt"},
    DocumentType{"application/vnd.oasis.opendocument.presentation", ".odp"},
    DocumentType{"application/vnd.oasis.opendocument.spreadsheet", ".ods"},
    DocumentType{"application/msword", ".doc", "\xd0\xcf\x11\xe0"},
    DocumentType{"application/vnd.ms-powerpoint", ".ppt"},
    DocumentType{"application/vnd.ms-excel", ".xls"},
    DocumentType{"application/x-ipynb+json", ".ipynb"},
};

// The ending for the name of the document; empty if the body is text or an archive.
std::string_view document_ending(const Request& request) {
  for (const DocumentType& type : kDocumentTypes) {
    if (request.content_type == type.media_type) return type.ending;
  }
  for (const DocumentType& type : kDocumentTypes) {
    if (!type.magic.empty() && request.body.starts_with(type.magic)) return type.ending;
  }
  return {};
}

// Makes a folder for the child. The service erases folders with such names if a crash leaves them
// behind.
Result<TemporaryFolder> make_child_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directory(path, error);
  if (error == std::errc::no_space_on_device) {
    return fail(ErrorCode::disk_full, "the disk of the service is full; try again later");
  }
  if (error) return fail(ErrorCode::io, "the service cannot read it: " + error.message());
  return TemporaryFolder(path);
}

Result<std::string> only_text(const fs::path& output, std::uint64_t most) {
  std::ifstream stream(output, std::ios::binary);
  TextLines lines(stream, {}, most);
  auto line = lines.next();
  if (!line) return fail(ErrorCode::unsupported, "the document could not be read");
  if (auto* const text = std::get_if<RegistryText>(&*line)) return std::move(text->text);
  return fail(ErrorCode::unsupported, "the document " + std::get<Skipped>(*line).reason);
}

// Fails with a message if no text can be read from the document.
Result<std::string> document_text(const Service& service, std::string_view ending,
                                  const std::string& bytes) {
  const Jobs& jobs = service.jobs;
  const Limits& limits = service.options.limits;
  const auto folder = make_child_folder(jobs.folder().new_upload());
  if (!folder) return tl::unexpected(folder.error());
  const std::string name = "document" + std::string(ending);
  const fs::path texts = folder->path() / kTextsFile;
  if (!(std::ofstream(folder->path() / name, std::ios::binary) << bytes).flush()) {
    return fail(ErrorCode::disk_full, "the disk of the service is full; try again later");
  }
  const ChildPlan plan{.program = jobs.program(),
                       .arguments = {"registry", "texts", name, "--json", "--quiet",
                                     "--memory=" + std::to_string(limits.job_memory / 2)},
                       .folder = folder->path().string(),
                       .output = texts.string(),
                       .memory = limits.job_memory,
                       .file = limits.job_file,
                       .seconds = limits.job_seconds};
  const auto status = run_child(plan, [](std::string_view) { return true; });
  if (!status) return tl::unexpected(status.error());
  if (!*status) return fail(ErrorCode::unsupported, "the document took too long to read");
  return only_text(texts, limits.body);
}

}  // namespace

Response with_plain_text(Service& service, const Call& call,
                         Response (*answer)(Service& service, const Call& call)) {
  const std::string_view ending = document_ending(call.request);
  if (ending.empty()) return answer(service, call);
  auto text = document_text(service, ending, call.request.body);
  if (!text) return problem(415, text.error().message);
  Request plain = call.request;
  plain.content_type = "text/plain";
  plain.body = *std::move(text);
  return answer(service, {plain, call.caller, call.arguments});
}

}  // namespace whorl::serve
