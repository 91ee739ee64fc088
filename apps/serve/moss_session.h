// A client of MOSS's protocol: its files become a comparison, and it gets the address of the
// report.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "serve/connection.h"
#include "serve/upload.h"
#include "whorl/result.h"

struct archive;
namespace whorl::serve {

// MOSS's submission protocol (Schleimer 2003 describes the service): lines of text, with files of a
// declared size in between. A client sends
//
//   moss ID · directory 0|1 · X 0|1 · maxmatches N · show N · language L
//   file ID LANGUAGE SIZE NAME, followed by SIZE bytes, for each file; ID 0 is base code
//   query 0 COMMENT · end
//
// and reads an answer after `language` ("yes" or "no") and after `query` (the report's address, or
// what went wrong). The comment is the name of the report.

enum class MossVerb {
  moss,
  directory,
  experimental,
  max_matches,
  show,
  language,
  file,
  query,
  end
};

struct MossLine {
  MossVerb verb = MossVerb::end;
  std::uint64_t number = 0;  // in all commands with a number; for `file`, 0 means base code
  std::uint64_t size = 0;    // for `file`, in bytes
  std::string text = {};     // the user's ID, the language, the file's name
};

inline constexpr std::size_t kMostMossLine = 4096;  // bytes

// Without its end. Fails with invalid_argument if it is none of the above.
Result<MossLine> parse_moss_line(std::string_view line);

// A name as it appears in an archive: relative, without "." and "..". If folders are submissions,
// it has one folder, named after all folders of the path.
std::string moss_name(std::string_view name, bool folders_are_submissions);

// The value of --language for a language of MOSS; empty if it is unknown.
std::string moss_language(std::string_view name);

// TarWriter: writes incoming files into one archive on disk, so that their names are never paths
// here.
class TarWriter {
 public:
  // Creates the file. All calls return false if the disk fails.
  explicit TarWriter(const std::filesystem::path& file);

  bool begin(const std::string& name, std::uint64_t size);
  bool write(std::string_view bytes);
  // Nothing may be written after it.
  bool close();

 private:
  struct Close {
    void operator()(archive* one) const;
  };
  std::unique_ptr<archive, Close> archive_;
  bool good_ = false;
};

// Gives each file of an archive a unique name.
class UniqueNames {
 public:
  std::size_t size() const { return given_.size(); }

  // The name itself; ~2, ~3 and so on are appended for later files of that name. Each name has its
  // own counter, so n files take O(n) time for any names.
  std::string give(const std::string& name) {
    if (given_.insert(name).second) return name;
    std::size_t& number = last_.try_emplace(name, 1).first->second;
    while (true) {
      std::string numbered = name + "~" + std::to_string(++number);
      if (given_.insert(numbered).second) return numbered;
    }
  }

 private:
  std::unordered_set<std::string> given_;
  std::unordered_map<std::string, std::size_t> last_;  // the last number appended to a name
};

class MossSession : public Stoppable, public std::enable_shared_from_this<MossSession> {
 public:
  // Reports have addresses below `address`. The session runs on the executor of the socket. It
  // writes files there, so no other client may wait for that executor's threads.
  MossSession(Stream::Socket socket, const Peer& peer, Shared& shared, std::string address);
  ~MossSession() override;

  // Runs until the client has its answer, leaves, breaks a rule, or takes too long.
  boost::asio::awaitable<void> run();
  void stop() override;
  auto executor() { return stream_.get_executor(); }

 private:
  template <class T>
  using Awaitable = boost::asio::awaitable<T>;

  // Incoming files, as an archive.
  struct Inputs {
    Inputs(const Service& service, Metrics& metrics)
        : upload(service.jobs.folder().new_upload(), metrics.uploads), tar(upload.path()) {}
    Upload upload;
    TarWriter tar;
    UniqueNames names;
  };

  Awaitable<void> converse();
  Awaitable<void> refuse();
  Awaitable<bool> options();
  Awaitable<bool> files();
  Awaitable<bool> file(const MossLine& line);
  Awaitable<std::string> report_of(const Job& job);
  Awaitable<std::optional<MossLine>> line();
  std::string_view waiting() const { return std::string_view(buffer_).substr(taken_); }
  Awaitable<bool> fill();
  Awaitable<bool> tell(std::string text);
  bool take_option(const MossLine& line);
  Inputs* inputs_for(const MossLine& line);
  Result<Job> begin_job();
  void allow(std::uint64_t seconds);
  void audit(unsigned status);

  Stream stream_;
  Shared& shared_;
  const std::string address_;
  std::string buffer_;
  std::size_t taken_ = 0;  // bytes of the buffer
  AuditLine line_;
  std::optional<Caller> caller_;
  bool folders_ = false;
  std::uint64_t max_matches_ = 10;
  std::uint64_t show_ = 250;
  std::string language_;
  std::string comment_;
  std::optional<Inputs> submissions_;
  std::optional<Inputs> base_;
};

}  // namespace whorl::serve
