// Attachments: files that a comparison takes along (base code, submissions of past years,
// metadata). Each is sent by a request of its own, waits for the comparison that names it, and
// belongs to that job from then on. Every method may be called from any thread.
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
  std::string owner;  // "*": of one who sees all
  std::filesystem::path path;
  std::string ending;  // ".zip", ".py"; may be empty
  std::uint64_t bytes = 0;
  std::int64_t created = 0;
};

class Attachments {
 public:
  // Keeps at most `most` at once. `folder` outlives it.
  Attachments(const WorkFolder& folder, std::uint64_t most) : folder_(folder), most_(most) {}

  // Takes a file that came in. `name`: of the file where it came from, of which the ending is kept.
  Result<Attachment> keep(const std::filesystem::path& upload, std::string owner,
                          std::string_view name);
  // Those of these ids, which then wait no more: all, or none where the caller may not know of one.
  Result<std::vector<Attachment>> take(const Caller& caller, std::span<const std::string> ids);
  // What was taken in vain, as far as it is still there.
  void put_back(std::vector<Attachment> taken);
  // Whether there was one of the caller's.
  bool erase(const Caller& caller, const std::string& id);
  void erase_expired();

 private:
  const WorkFolder& folder_;
  const std::uint64_t most_;
  std::mutex mutex_;  // of everything below
  std::map<std::string, Attachment> waiting_;
};

}  // namespace whorl::serve
