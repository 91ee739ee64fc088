#include "serve/moss_session.h"

#include <archive.h>
#include <archive_entry.h>
#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <charconv>
#include <chrono>
#include <utility>
#include <vector>

#include "whorl/methods.h"

namespace whorl::serve {

namespace asio = boost::asio;

namespace {

enum class Shape { text, number, file, query, nothing };

struct VerbRow {
  std::string_view word;
  MossVerb verb;
  Shape shape;
  std::uint64_t most = 0;  // maximum of its number
};
constexpr std::array kVerbs = {
    VerbRow{"moss", MossVerb::moss, Shape::text},
    VerbRow{"directory", MossVerb::directory, Shape::number, 1},
    VerbRow{"X", MossVerb::experimental, Shape::number, 1},
    VerbRow{"maxmatches", MossVerb::max_matches, Shape::number, 1'000'000'000},
    VerbRow{"show", MossVerb::show, Shape::number, 1'000'000'000},
    VerbRow{"language", MossVerb::language, Shape::text},
    VerbRow{"file", MossVerb::file, Shape::file},
    VerbRow{"query", MossVerb::query, Shape::query},
    VerbRow{"end", MossVerb::end, Shape::nothing},
};

constexpr std::uint64_t kMostFiles = 1'000'000;

// Returns the text up to the next blank; the rest stays in `rest`.
std::string_view take_word(std::string_view& rest) {
  const std::size_t blank = rest.find(' ');
  const std::string_view word = rest.substr(0, blank);
  rest.remove_prefix(blank == rest.npos ? rest.size() : blank + 1);
  return word;
}

bool parse(std::string_view text, std::uint64_t most, std::uint64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end && number <= most;
}

bool is_plain(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return c >= ' ' && c != 0x7f; });
}

bool read_file(MossLine& out, std::string_view rest) {
  const std::string_view number = take_word(rest);
  take_word(rest);  // its language, which is the same for all
  const std::string_view size = take_word(rest);
  out.text = rest;
  return parse(number, kMostFiles, out.number) && parse(size, ~0ull >> 1, out.size) &&
         is_plain(rest);
}

bool read(MossLine& out, const VerbRow& row, std::string_view rest) {
  switch (row.shape) {
    case Shape::text:
      out.text = rest;
      return is_plain(rest);
    case Shape::number:
      return parse(rest, row.most, out.number);
    case Shape::file:
      return read_file(out, rest);
    case Shape::query: {
      const bool is_query = take_word(rest) == "0";
      out.text = rest;
      return is_query;
    }
    case Shape::nothing:
      return rest.empty();
  }
  return false;
}

std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  while (!name.empty()) {
    const std::size_t slash = name.find_first_of("/\\");
    const std::string_view part = name.substr(0, slash);
    if (!part.empty() && part != "." && part != "..") parts.push_back(part);
    name.remove_prefix(slash == name.npos ? name.size() : slash + 1);
  }
  return parts;
}

constexpr std::size_t kPiece = 64 << 10;
constexpr std::size_t kSessionFiles = 100'000;
constexpr auto kBetweenLooks = std::chrono::milliseconds(200);
constexpr auto kWrongUser = std::chrono::seconds(1);  // before it is answered
constexpr const char* kUnknownUser =
    "This server does not know the user ID: nothing was compared. Set $userid to the ID that you "
    "got from the administrator of the server.";

const char* const kBaseFile = "base.tar";

bool has_ended(const std::optional<Job>& job) { return !job || job->ended != 0; }

}  // namespace

Result<MossLine> parse_moss_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::string_view rest = line;
  const auto row = std::ranges::find(kVerbs, take_word(rest), &VerbRow::word);
  MossLine out;
  if (line.size() <= kMostMossLine && row != kVerbs.end() && read(out, *row, rest)) {
    out.verb = row->verb;
    return out;
  }
  return fail(ErrorCode::invalid_argument, "this is not a line of the MOSS protocol");
}

std::string moss_name(std::string_view name, bool folders_are_submissions) {
  const std::vector<std::string_view> parts = parts_of(name);
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool ends_folders = i + 1 == parts.size();
    if (i > 0) out += folders_are_submissions && !ends_folders ? '_' : '/';
    out += parts[i];
  }
  if (out.empty()) out = "unnamed";
  return folders_are_submissions && parts.size() < 2 ? "unnamed/" + out : out;
}

std::string moss_language(std::string_view name) {
  if (name == "ascii" || name == "text") return "text";
  const Methods all = methods();
  for (const LanguageMethod& language : all.languages) {
    std::string_view aliases = language.aliases;
    bool known = language.name == name;
    while (!known && !aliases.empty()) known = take_word(aliases) == name;
    if (known) return std::string(language.name);
  }
  return {};
}

void TarWriter::Close::operator()(archive* one) const { archive_write_free(one); }

TarWriter::TarWriter(const std::filesystem::path& file) : archive_(archive_write_new()) {
  good_ = archive_ && archive_write_set_format_pax_restricted(archive_.get()) == ARCHIVE_OK &&
          archive_write_open_filename(archive_.get(), file.c_str()) == ARCHIVE_OK;
}

bool TarWriter::begin(const std::string& name, std::uint64_t size) {
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                            archive_entry_free);
  if (!good_ || !entry) return false;
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<std::int64_t>(size));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0600);
  // A name that is no UTF-8 is written unchanged, with a warning.
  good_ = archive_write_header(archive_.get(), entry.get()) >= ARCHIVE_WARN;
  return good_;
}

bool TarWriter::write(std::string_view bytes) {
  good_ = good_ && archive_write_data(archive_.get(), bytes.data(), bytes.size()) ==
                       static_cast<la_ssize_t>(bytes.size());
  return good_;
}

bool TarWriter::close() {
  good_ = good_ && archive_write_close(archive_.get()) == ARCHIVE_OK;
  return good_;
}

MossSession::MossSession(Stream::Socket socket, const Peer& peer, Shared& shared,
                         std::string address)
    : stream_(std::move(socket)), shared_(shared), address_(std::move(address)) {
  line_.peer = peer.address;
  line_.method = "MOSS";
  line_.endpoint = "moss";
  ++shared_.service.metrics.connections;
}

MossSession::~MossSession() { --shared_.service.metrics.connections; }

void MossSession::stop() {
  asio::post(stream_.get_executor(), [self = shared_from_this()] { self->stream_.cancel(); });
}

void MossSession::allow(std::uint64_t seconds) {
  stream_.expires_after(std::chrono::seconds(seconds));
}

void MossSession::audit(unsigned status) {
  line_.status = status;
  line_.caller = caller_ ? caller_->name : std::string();
  shared_.service.audit.write(line_);
}

asio::awaitable<void> MossSession::run() {
  co_await converse();
  stream_.shut_down();
  stream_.close();
}

asio::awaitable<void> MossSession::converse() {
  allow(shared_.service.options.limits.seconds);
  if (!co_await options()) co_return;
  if (!caller_) {
    co_await refuse();
    co_return audit(401);
  }
  std::string known = language_.empty() ? "no" : "yes";
  if (!co_await tell(std::move(known))) co_return;
  if (language_.empty()) {
    co_await line();  // "end"
    co_return audit(422);
  }
  allow(shared_.service.options.limits.upload_seconds);
  if (!co_await files()) co_return audit(400);
  const auto job = begin_job();
  audit(job ? 202 : 503);
  std::string answer = job ? std::string() : job.error().message;
  if (job) answer = co_await report_of(*job);
  allow(shared_.service.options.limits.seconds);
  if (co_await tell(std::move(answer))) co_await line();  // "end"
}

// A client prints only the answer to its query. So the service accepts the files of an unknown
// user, drops them, and answers the query with a sentence. If the connection closed earlier, the
// client would end without a message.
asio::awaitable<void> MossSession::refuse() {
  co_await stream_.pause(kWrongUser);
  if (!co_await tell("yes")) co_return;
  if (!co_await tell(kUnknownUser)) co_return;
  std::uint64_t left = shared_.service.options.limits.upload;
  while (left > 0 && co_await fill()) {
    taken_ = buffer_.size();
    left -= std::min<std::uint64_t>(left, taken_);
  }
}

bool MossSession::take_option(const MossLine& line) {
  switch (line.verb) {
    case MossVerb::moss:
      caller_ = shared_.service.clients.moss_user(line.text);
      return true;
    case MossVerb::directory:
      folders_ = line.number == 1;
      return true;
    case MossVerb::max_matches:
      max_matches_ = std::max<std::uint64_t>(line.number, 2);
      return true;
    case MossVerb::show:
      show_ = std::max<std::uint64_t>(line.number, 1);
      return true;
    case MossVerb::experimental:
      return true;
    case MossVerb::language:
      language_ = moss_language(line.text);
      return true;
    default:
      return false;
  }
}

// Reads up to the language, which comes last; false if the client disconnects.
asio::awaitable<bool> MossSession::options() {
  while (const auto next = co_await line()) {
    if (!take_option(*next)) co_return false;
    if (next->verb == MossVerb::language) co_return true;
  }
  co_return false;
}

// Reads up to the query.
asio::awaitable<bool> MossSession::files() {
  while (const auto next = co_await line()) {
    if (next->verb == MossVerb::query) {
      comment_ = next->text;
      co_return submissions_.has_value();
    }
    if (next->verb != MossVerb::file || !co_await file(*next)) co_return false;
  }
  co_return false;
}

// The archive for a file; null if it exceeds a limit.
MossSession::Inputs* MossSession::inputs_for(const MossLine& line) {
  Service& service = shared_.service;
  const Limits& limits = service.options.limits;
  line_.bytes += std::min(line.size, limits.upload + 1);
  if (line_.bytes > limits.upload ||
      service.jobs.folder().free_bytes() < std::max(line.size, kLeastFree)) {
    return nullptr;
  }
  std::optional<Inputs>& inputs = line.number == 0 ? base_ : submissions_;
  if (!inputs) {
    if (service.metrics.uploads >= limits.uploads) return nullptr;
    inputs.emplace(service, service.metrics);
  }
  return inputs->names.size() < kSessionFiles ? &*inputs : nullptr;
}

asio::awaitable<bool> MossSession::file(const MossLine& line) {
  Inputs* const inputs = inputs_for(line);
  if (inputs == nullptr) co_return false;
  const std::string name = inputs->names.give(moss_name(line.text, folders_));
  bool good = inputs->tar.begin(name, line.size);
  for (std::uint64_t left = line.size; good && left > 0;) {
    if (waiting().empty() && !co_await fill()) co_return false;
    const std::string_view piece = waiting().substr(0, left);
    good = inputs->tar.write(piece);
    taken_ += piece.size();
    left -= piece.size();
  }
  co_return good;
}

Result<Job> MossSession::begin_job() {
  NewJob job{.kind = "compare",
             .owner = caller_->owner,
             .inputs = {.files = {{submissions_->upload.path(), "submissions.tar"}}},
             .name = comment_,
             .arguments = {folders_ ? "--layout={student}/**" : "--by=file",
                           "--max-share=" + std::to_string(max_matches_),
                           "--limit=" + std::to_string(show_), "--language=" + language_}};
  bool written = submissions_->tar.close();
  if (base_) {
    written = base_->tar.close() && written;
    job.inputs.files.push_back({base_->upload.path(), kBaseFile});
    job.arguments.push_back(std::string("--base=") + kBaseFile);
  }
  if (!written) return fail(ErrorCode::disk_full, "the disk is full; submit again later");
  return shared_.service.jobs.add(std::move(job));
}

// Waits for the report and returns the line with its address.
asio::awaitable<std::string> MossSession::report_of(const Job& job) {
  auto found = shared_.service.jobs.find(job.id);
  while (!has_ended(found) && !shared_.stopping) {
    co_await stream_.pause(kBetweenLooks);
    found = shared_.service.jobs.find(job.id);
  }
  if (!found) co_return "the comparison was removed";
  if (found->state == JobState::done) {
    co_return address_ + "/api/jobs/" + found->id + "/report.html?key=" + found->key;
  }
  if (!has_ended(found))
    co_return "the service is shutting down; it continues the comparison after its next start";
  std::string message = "the comparison failed: " + found->message;
  std::ranges::replace(message, '\n', ' ');
  co_return message;
}

// Nothing if the client disconnects or breaks a rule.
asio::awaitable<std::optional<MossLine>> MossSession::line() {
  std::size_t end = waiting().find('\n');
  while (end == std::string_view::npos) {
    if (waiting().size() > kMostMossLine || !co_await fill()) co_return std::nullopt;
    end = waiting().find('\n');
  }
  const auto parsed = parse_moss_line(waiting().substr(0, end));
  taken_ += end + 1;
  co_return parsed ? std::optional(*parsed) : std::nullopt;
}

asio::awaitable<bool> MossSession::fill() {
  if (shared_.stopping) co_return false;
  std::array<char, kPiece> piece;
  const auto [error, bytes] = co_await stream_.read_some(asio::buffer(piece));
  buffer_.erase(0, std::exchange(taken_, 0));
  if (!error) buffer_.append(piece.data(), bytes);
  co_return !error;
}

asio::awaitable<bool> MossSession::tell(std::string text) {
  text += '\n';
  const Stream::Error error = co_await stream_.write(text);
  co_return !error;
}

}  // namespace whorl::serve
