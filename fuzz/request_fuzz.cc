// Any bytes as what a request says: its address, the bodies of JSON that endpoints take, lines with
// a text each, tokens, and the state of a job. Each is read or refused.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "memory_stream.h"
#include "serve/archive_kind.h"
#include "serve/document_json.h"
#include "serve/job.h"
#include "serve/job_options.h"
#include "serve/measure_request.h"
#include "serve/search_options.h"
#include "serve/text_line.h"
#include "serve/tokens.h"
#include "serve/url.h"

namespace {

using namespace whorl;
using namespace whorl::serve;

void read_address(const std::string& text) {
  const auto target = parse_target(text);
  if (!target) return;
  for (const std::string& segment : target->path) {
    fuzz::require(segment != "." && segment != ".." && segment.find('\0') == segment.npos);
    if (const auto codes = codes_of(segment)) fuzz::require(codes_of(id_of(*codes)) == codes);
  }
  Request request;
  request.query = target->query;
  (void)parse_search(request);
  if (const auto arguments = job_arguments(target->query, compare_flags())) {
    for (const std::string& one : *arguments) fuzz::require(one.starts_with("--"));
  }
}

void read_bodies(const std::string& text) {
  Request request;
  request.content_type = "application/json";
  request.body = text;
  (void)parse_search(request);
  (void)parse_measure(request);
}

void read_lines(const std::string& text) {
  std::istringstream stream(text);
  TextLines lines(stream, {}, 1000);
  while (const auto line = lines.next()) {
    const auto* const document = std::get_if<RegistryText>(&*line);
    if (document == nullptr) continue;
    const auto again = parse_text_line(to_json(*document), {});
    fuzz::require(again && std::get<RegistryText>(*again).text == document->text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_address(text);
  read_bodies(text);
  read_lines(text);
  (void)archive_ending(text);
  (void)Tokens::parse(text, "tokens");
  if (const auto job = load_job(text)) fuzz::require(load_job(stored(*job)).has_value());
  return 0;
}
