// Attachments: additional files of a comparison (base code, submissions of past years, metadata). A
// request of its own sends each of them. It waits for the comparison that names it, and then
// belongs to that job. Every method may be called from any thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "serve/tokens.h"
#include "serve/work_folder.h"

namespace whorl::serve {

// An attachment that no comparison has taken is erased after an hour.
inline constexpr std::int64_t kAttachmentSeconds = 3600;

struct Attachment {
  std::string id;     // 128 random bits
  std::string owner;  // "*" if the sender may see everything
  std::filesystem::path path;
  std::string ending;  // ".zip", ".py"; may be empty
  std::uint64_t bytes = 0;
  std::int64_t created = 0;
};

class Attachments {
 public:
  // Keeps at most `most` attachments at once. `folder` must live longer.
  Attachments(const WorkFolder& folder, std::uint64_t most) : folder_(folder), most_(most) {}

  // Keeps an uploaded file. Of its original `name` only the ending is kept.
  Result<Attachment> keep(const std::filesystem::path& upload, std::string owner,
                          std::string_view name);
  // Takes the attachments of these ids out of the waiting ones. Takes none if one of them does not
  // exist or is not the caller's.
  Result<std::vector<Attachment>> take(const Caller& caller, std::span<const std::string> ids);
  // Lets attachments wait again whose job could not start, if their files still exist.
  void put_back(std::vector<Attachment> taken);
  // False if the caller has no such attachment.
  bool erase(const Caller& caller, const std::string& id);
  void erase_expired();

 private:
  const WorkFolder& folder_;
  const std::uint64_t most_;
  std::mutex mutex_;  // guards all members below
  std::map<std::string, Attachment> waiting_;
};

}  // namespace whorl::serve
