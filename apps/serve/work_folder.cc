#include "serve/work_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "serve/job.h"
#include "serve/whole_file.h"
#include "whorl/review.h"

namespace whorl::serve {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUploads = "uploads";
constexpr const char* kJobs = "jobs";
constexpr const char* kJobFile = "job.json";

tl::unexpected<Error> unusable(const fs::path& path) {
  return fail(ErrorCode::io, path.string() + " cannot be used for jobs: " +
                                 std::generic_category().message(errno) +
                                 "; name another folder with --jobs");
}

bool make(const fs::path& folder) {
  return mkdir(folder.c_str(), 0700) == 0 || (errno == EEXIST && fs::is_directory(folder));
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (is_random_name(entry.path().filename().string())) out.push_back(entry.path());
  }
  return out;
}

void remove_tree(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
}

// Writes all or nothing to the disk.
bool write_whole(const fs::path& path, const std::string& text) {
  const fs::path draft = path.string() + ".new";
  const int file = open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool written =
      write(file, text.data(), text.size()) == std::ssize(text) && fsync(file) == 0;
  close(file);
  return written && rename(draft.c_str(), path.c_str()) == 0;
}

}  // namespace

Result<WorkFolder> WorkFolder::open(const fs::path& folder) {
  if (!make(folder) || !make(folder / kUploads) || !make(folder / kJobs)) return unusable(folder);
  const int lock = ::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return unusable(folder);
  WorkFolder out(folder, lock);
  if (flock(lock, LOCK_EX | LOCK_NB) == 0) return out;
  return fail(
      ErrorCode::invalid_argument,
      folder.string() + ": another whorl serve uses this folder; name another folder with --jobs");
}

WorkFolder::WorkFolder(WorkFolder&& other) noexcept
    : folder_(std::move(other.folder_)), lock_(std::exchange(other.lock_, -1)) {}

WorkFolder::~WorkFolder() {
  if (lock_ >= 0) close(lock_);
}

std::vector<Job> WorkFolder::load() const {
  for (const fs::path& upload : entries(folder_ / kUploads)) remove_tree(upload);
  std::vector<Job> jobs;
  for (const fs::path& folder : entries(folder_ / kJobs)) {
    const auto text = whole_file(folder / kJobFile);
    if (!text && text.error().code != ErrorCode::not_found) continue;  // the disk may be repaired
    auto job = load_job(text.value_or(""));
    if (job && job->id == folder.filename()) {
      jobs.push_back(*std::move(job));
    } else {
      remove_tree(folder);
    }
  }
  return jobs;
}

fs::path WorkFolder::new_upload() const { return folder_ / kUploads / random_name(); }

fs::path WorkFolder::report(const Job& job, const std::string& file) const {
  return of(job) / kReportFolder / file;
}

Result<void> WorkFolder::begin(const Job& job, const JobInputs& inputs) const {
  if (mkdir(of(job).c_str(), 0700) != 0) return unusable(of(job));
  std::error_code error;
  for (const IncomingFile& file : inputs.files) {
    if (!error) fs::rename(file.path, of(job) / file.name, error);
  }
  for (const LinkedInput& link : inputs.links) {
    if (!error) fs::create_symlink(link.target, of(job) / link.name, error);
  }
  const bool reviewed = inputs.review.empty() || save_review(job, inputs.review);
  // For outputs that are no comparisons; a comparison makes the folder of its report.
  const bool made = kind_of(job).output.empty() || make(of(job) / kReportFolder);
  if (!error && reviewed && made) {
    if (auto saved = save(job); saved) return saved;
  }
  remove_tree(of(job));
  return unusable(of(job));
}

Result<void> WorkFolder::save(const Job& job) const {
  const fs::path file = of(job) / kJobFile;
  if (!write_whole(file, stored(job))) return unusable(file);
  return {};
}

Result<std::string> WorkFolder::review(const Job& job) const {
  auto text = whole_file(of(job) / kReviewFile);
  if (!text && text.error().code == ErrorCode::not_found) return review_json({});
  return text;
}

Result<void> WorkFolder::save_review(const Job& job, const std::string& text) const {
  const fs::path file = of(job) / kReviewFile;
  if (!write_whole(file, text)) return unusable(file);
  return {};
}

void WorkFolder::erase_inputs(const Job& job) const {
  std::error_code error;
  const bool keep_report = job.state == JobState::done;
  for (const auto& entry : fs::directory_iterator(of(job), error)) {
    const fs::path name = entry.path().filename();
    const bool is_result = name == kReportFolder || name == kReviewFile;
    if (name == kJobFile || (is_result && keep_report)) continue;
    remove_tree(entry.path());
  }
}

void WorkFolder::erase(const Job& job) const { remove_tree(of(job)); }

std::uint64_t WorkFolder::bytes_of(const Job& job) const {
  std::error_code error;
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(of(job), error)) {
    if (!entry.is_regular_file(error)) continue;
    const std::uint64_t size = entry.file_size(error);
    if (!error) bytes += size;
  }
  return bytes;
}

std::uint64_t WorkFolder::free_bytes() const {
  struct statvfs found = {};
  if (statvfs(folder_.c_str(), &found) != 0) return 0;
  return static_cast<std::uint64_t>(found.f_bavail) * found.f_frsize;
}

}  // namespace whorl::serve
