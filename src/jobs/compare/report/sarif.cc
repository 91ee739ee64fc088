// SARIF 2.1.0 (OASIS): each passage is a result at its first side, with the other side as a related
// location.
#include <fmt/format.h>

#include "base/utf8.h"
#include "input/skip_log.h"
#include "jobs/compare/report/file_offsets.h"
#include "jobs/compare/report/report_json.h"

namespace whorl {

using namespace internal;

namespace {

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr std::string_view kBaseId = "SUBMISSIONS";

struct Rule {
  std::string_view id;
  std::string_view name;
  std::string_view level;
  std::string_view text;
};

// By PassageKind.
constexpr Rule kRules[] = {
    {"whorl/verbatim", "VerbatimPassage", "warning", "Two submissions contain the same text."},
    {"whorl/renamed", "RenamedPassage", "warning",
     "Two submissions contain the same code with other names or literals."},
    {"whorl/edited", "EditedPassage", "note",
     "Two submissions share a passage that was changed in places."},
};

bool unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~' || c == '/';
}

// RFC 3986: bytes of the path, percent-encoded except for unreserved characters and slashes.
std::string uri_of(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    if (unreserved(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

void put_text(std::string_view key, std::string_view text, compare::report::JsonWriter& out) {
  out.key(key).begin_object().member("text", text).end_object();
}

void put_rules(compare::report::JsonWriter& out) {
  out.key("rules").begin_array().lines();
  for (const Rule& rule : kRules) {
    out.begin_object().member("id", rule.id).member("name", rule.name);
    put_text("shortDescription", rule.text, out);
    out.key("defaultConfiguration").begin_object().member("level", rule.level).end_object();
    out.end_object();
  }
  out.end_array();
}

void put_physical_location(const FileEntry& file, const Location& location,
                           compare::report::JsonWriter& out) {
  out.key("physicalLocation").begin_object();
  out.key("artifactLocation")
      .begin_object()
      .member("uri", uri_of(file.path))
      .member("uriBaseId", kBaseId)
      .end_object();
  out.key("region")
      .begin_object()
      .member("startLine", location.first_line)
      .member("endLine", location.last_line);
  if (!file.converted) {
    const ByteRange range = compare::report::file_range(file, location.view);
    out.member("byteOffset", range.begin).member("byteLength", range.end - range.begin);
  }
  out.end_object().end_object();
}

std::string valid(std::string_view name) {
  return base::escape_broken_utf8(name, base::HexDigits::lower);
}

// Square brackets and backslashes would read as links in a message.
std::string in_message(std::string_view name) {
  std::string out;
  for (const char c : valid(name)) {
    if (c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

// How often independent pairs agree as closely, after a semicolon; empty without an estimate.
std::string chance_of(const Pair& pair) {
  if (!pair.once_in || *pair.once_in == 1) return "";
  return fmt::format("; at most 1 in {} independent pairs agrees as closely", *pair.once_in);
}

std::string message_of(const CompareReport& report, const Pair& pair, const Passage& passage) {
  return fmt::format(
      "{} symbols of {} also occur in [{}](1), {}, in {} submissions of this run; the pair "
      "scores {:.3f}{}.",
      passage.symbols, in_message(report.submissions[pair.a].name),
      in_message(report.submissions[pair.b].name), compare::report::name_of(passage.kind),
      passage.shared_by, pair.score, chance_of(pair));
}

void put_result(const CompareReport& report, const Pair& pair, const Passage& passage,
                compare::report::JsonWriter& out) {
  const auto index = static_cast<unsigned>(passage.kind);
  out.begin_object().member("ruleId", kRules[index].id).member("ruleIndex", index);
  out.member("level", kRules[index].level).member("rank", 100 * pair.score);
  put_text("message", message_of(report, pair, passage), out);
  out.key("locations").begin_array().begin_object();
  put_physical_location(report.files[passage.a.file], passage.a, out);
  out.end_object().end_array();
  out.key("relatedLocations").begin_array().begin_object().member("id", 1u);
  put_physical_location(report.files[passage.b.file], passage.b, out);
  put_text("message", valid(report.submissions[pair.b].name), out);
  out.end_object().end_array();
  out.key("properties")
      .begin_object()
      .member("identity", passage.identity)
      .member("similarity", pair.similarity)
      .member("sharedBy", passage.shared_by)
      .member("symbols", passage.symbols);
  if (pair.once_in) out.member("onceIn", *pair.once_in);
  out.end_object().end_object();
}

void put_results(const CompareReport& report, compare::report::JsonWriter& out) {
  out.key("results").begin_array().lines();
  for (const Pair& pair : report.pairs) {
    for (const Passage& passage : pair.passages) put_result(report, pair, passage, out);
  }
  out.end_array();
}

void put_invocation(const CompareReport& report, compare::report::JsonWriter& out) {
  out.key("invocations").begin_array().begin_object().member("executionSuccessful", true);
  out.key("toolExecutionNotifications").begin_array().lines();
  for (const Skipped& skipped : report.skipped) {
    out.begin_object().member("level", "warning");
    put_text("message", fmt::format("{}: {}", input::name_of(skipped.kind), skipped.reason), out);
    out.key("locations").begin_array().begin_object().key("physicalLocation").begin_object();
    out.key("artifactLocation").begin_object().member("uri", uri_of(skipped.path));
    out.member("uriBaseId", kBaseId).end_object().end_object().end_object().end_array();
    out.end_object();
  }
  out.end_array().end_object().end_array();
}

}  // namespace

void write_sarif(const CompareReport& report, Sink& sink) {
  compare::report::JsonWriter out(sink);
  out.begin_object().lines().member("$schema", kSchema).member("version", "2.1.0");
  out.key("runs").begin_array().begin_object().lines();
  out.key("tool").begin_object().key("driver").begin_object();
  out.member("name", "whorl").member("semanticVersion", WHORL_VERSION);
  put_rules(out);
  out.end_object().end_object();
  out.key("originalUriBaseIds").begin_object().key(kBaseId).begin_object();
  put_text("description", "The PATH that was given to `whorl compare`.", out);
  out.end_object().end_object();
  put_invocation(report, out);
  put_results(report, out);
  out.key("properties").begin_object().member("omittedPairs", report.omitted_pairs).end_object();
  out.end_object().end_array().end_object();
  out.flush();
  sink.put("\n");
}

}  // namespace whorl
