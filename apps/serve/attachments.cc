#include "serve/attachments.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "serve/archive_kind.h"
#include "serve/time.h"

namespace whorl::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestEnding = 10;

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '+';
}

// The ending of a file name, which shows its language. No other part of a client's file name
// becomes part of a path.
std::string ending_in(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == name.npos || name.size() - dot < 2 || name.size() - dot > kLongestEnding) return {};
  const std::string_view ending = name.substr(dot);
  return std::ranges::all_of(ending.substr(1), is_letter_or_digit) ? std::string(ending)
                                                                   : std::string();
}

std::string ending_of(const fs::path& file, std::string_view name) {
  const std::string_view archive = archive_ending_of(file);
  return archive.empty() ? ending_in(name) : std::string(archive);
}

void remove_file(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
}

}  // namespace

Result<Attachment> Attachments::keep(const fs::path& upload, std::string owner,
                                     std::string_view name) {
  Attachment kept{.id = {},
                  .owner = std::move(owner),
                  .path = folder_.new_upload(),
                  .ending = ending_of(upload, name),
                  .created = now()};
  kept.id = kept.path.filename().string();
  erase_expired();
  const std::lock_guard lock(mutex_);
  if (waiting_.size() >= most_) {
    return fail(ErrorCode::cancelled,
                "too many attachments are waiting for a comparison; send it again later");
  }
  std::error_code error;
  kept.bytes = fs::file_size(upload, error);
  if (!error) fs::rename(upload, kept.path, error);
  if (error == std::errc::no_space_on_device) {
    return fail(ErrorCode::disk_full, "the disk of the service is full; send it again later");
  }
  if (error) return fail(ErrorCode::io, "the attachment cannot be kept: " + error.message());
  return waiting_.emplace(kept.id, kept).first->second;
}

Result<std::vector<Attachment>> Attachments::take(const Caller& caller,
                                                  std::span<const std::string> ids) {
  const std::lock_guard lock(mutex_);
  std::vector<Attachment> taken;
  for (const std::string& id : ids) {
    const auto found = waiting_.find(id);
    const bool twice = std::ranges::find(taken, id, &Attachment::id) != taken.end();
    if (found == waiting_.end() || !caller.sees(found->second.owner) || twice) {
      return fail(ErrorCode::not_found,
                  "there is no attachment '" + id +
                      "': POST /api/attachments stores one for an hour and for one comparison");
    }
    taken.push_back(found->second);
  }
  for (const std::string& id : ids) waiting_.erase(id);
  return taken;
}

void Attachments::put_back(std::vector<Attachment> taken) {
  const std::lock_guard lock(mutex_);
  for (Attachment& one : taken) {
    std::error_code error;
    if (fs::exists(one.path, error)) waiting_.emplace(one.id, std::move(one));
  }
}

bool Attachments::erase(const Caller& caller, const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find(id);
  if (found == waiting_.end() || !caller.sees(found->second.owner)) return false;
  remove_file(found->second.path);
  waiting_.erase(found);
  return true;
}

void Attachments::erase_expired() {
  const std::int64_t oldest = now() - kAttachmentSeconds;
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_, [&](const auto& entry) {
    if (entry.second.created >= oldest) return false;
    remove_file(entry.second.path);
    return true;
  });
}

}  // namespace whorl::serve
