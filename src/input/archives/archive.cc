#include "input/archives/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/allocated.h"
#include "base/try.h"
#include "base/utf8.h"
#include "input/archives/byte_stream.h"
#include "input/archives/member_decoder.h"
#include "input/archives/member_names.h"
#include "input/archives/member_stream.h"
#include "input/charset/charset.h"
#include "input/input.h"
#include "input/paths/names.h"

namespace whorl::internal::input {
namespace {

// A single compressed file (gzip, bzip2, xz, zstd), unpacked from memory.
class PackedInput final : public Input {
 public:
  // Charges the bytes that are unpacked; an error ends the input.
  using Charge = std::function<Result<void>(std::uint64_t bytes)>;

  // `packed` must not change while the input lives. Returns null if it is not packed. `path` is its
  // name.
  static std::unique_ptr<PackedInput> open(const std::string& path, const std::string& packed,
                                           const DecoderLimits& limits, Charge charge);

  // Leaves damaged parts out.
  Result<void> read(std::string& bytes, std::uint64_t total) override;
  std::uint64_t promised_bytes() const override { return 0; }

  // After reading, describes the damage: a sentence for Skipped::reason, empty if there is none.
  const std::string& damage() const { return damage_; }

 private:
  PackedInput(std::string path, std::unique_ptr<ByteStream> stream, Charge charge)
      : path_(std::move(path)), stream_(std::move(stream)), charge_(std::move(charge)) {}

  Result<bool> refill();

  std::string path_;
  std::unique_ptr<ByteStream> stream_;
  Charge charge_;
  std::string_view block_;  // unpacked, not yet read
  std::string damage_;
};

class MemoryStream final : public ByteStream {
 public:
  explicit MemoryStream(std::string_view bytes) : rest_(bytes) {}

  Result<std::string_view> next() override {
    constexpr std::size_t kBlock = 1 << 18;
    const std::string_view block = rest_.substr(0, kBlock);
    rest_.remove_prefix(block.size());
    return block;
  }

 private:
  std::string_view rest_;
};

std::unique_ptr<PackedInput> PackedInput::open(const std::string& path, const std::string& packed,
                                               const DecoderLimits& limits, Charge charge) {
  auto decoder = decoder_for(path, packed, limits);
  if (decoder == nullptr) return nullptr;
  auto stream = unpack_members(std::make_unique<MemoryStream>(packed), path, std::move(decoder));
  return std::unique_ptr<PackedInput>(new PackedInput(path, std::move(stream), std::move(charge)));
}

// False at the end.
Result<bool> PackedInput::refill() {
  if (!damage_.empty()) return false;
  auto block = stream_->next();
  if (!block) {
    damage_ = reason_of(block.error().message, path_);
    return false;
  }
  block_ = *block;
  WHORL_RETURN_IF_ERROR(charge_(block_.size()));
  return !block_.empty();
}

Result<void> PackedInput::read(std::string& bytes, std::uint64_t total) {
  while (bytes.size() < total) {
    if (block_.empty()) {
      WHORL_ASSIGN_OR_RETURN(const bool more, refill());
      if (!more) break;
    }
    const std::string_view some = block_.substr(0, total - bytes.size());
    bytes.append(some);
    block_.remove_prefix(some.size());
  }
  return {};
}

constexpr std::uint64_t kRatioFloor = 64ull << 20;
constexpr std::uint64_t kReadStep = 1 << 18;

using Reader = std::unique_ptr<struct archive, CloseArchive>;

// libarchive converts names by the locale of the thread. This sets UTF-8 while it lives, so that
// names do not depend on the user's environment.
class Utf8Locale {
 public:
  Utf8Locale() {
    static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    if (utf8 != nullptr) previous_ = uselocale(utf8);
  }
  ~Utf8Locale() {
    if (previous_ != nullptr) uselocale(previous_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t previous_ = nullptr;
};

// Enables no filter or format that starts a program, unlike archive_read_support_filter_all().
Reader open_reader(const std::string& bytes) {
  Reader reader(base::allocated(archive_read_new()));
  struct archive* const raw = reader.get();
  for (const auto support : {archive_read_support_filter_gzip, archive_read_support_filter_bzip2,
                             archive_read_support_filter_xz, archive_read_support_filter_zstd,
                             archive_read_support_format_zip, archive_read_support_format_tar,
                             archive_read_support_format_7zip}) {
    if (support(raw) != ARCHIVE_OK) base::throw_if_out_of_memory(is_out_of_memory(raw));
  }
  if (archive_read_open_memory(raw, bytes.data(), bytes.size()) == ARCHIVE_OK) return reader;
  base::throw_if_out_of_memory(is_out_of_memory(raw));
  return nullptr;
}

std::string trouble(struct archive* reader) {
  const char* message = archive_error_string(reader);
  return message == nullptr ? "its content is damaged" : message;
}

// Charges the expanded size of an archive.
Result<void> charge(std::uint64_t bytes, const ReadLimits& limits, ArchiveBudget& budget) {
  budget.expanded_bytes += bytes;
  const auto expanded = static_cast<double>(budget.expanded_bytes);
  const auto stored = static_cast<double>(budget.stored_bytes);
  budget.spent =
      budget.expanded_bytes > limits.expanded_bytes ||
      (budget.expanded_bytes > kRatioFloor && expanded > limits.expansion_ratio * stored);
  if (!budget.spent) return {};
  return fail(ErrorCode::limit_exceeded, "was skipped because the archive reached a limit");
}

// The data of the current member. Charges the budget.
class MemberInput final : public Input {
 public:
  MemberInput(struct archive* reader, struct archive_entry* entry, const ReadLimits& limits,
              ArchiveBudget& budget)
      : reader_(reader), limits_(limits), budget_(budget) {
    if (archive_entry_size_is_set(entry)) {
      promised_ = static_cast<std::uint64_t>(std::max<la_int64_t>(archive_entry_size(entry), 0));
    }
    if (archive_entry_mtime_is_set(entry)) modified_ = archive_entry_mtime(entry);
  }

  Result<void> read(std::string& bytes, std::uint64_t total) override {
    while (bytes.size() < total) {
      const std::size_t before = bytes.size();
      const std::uint64_t want = std::min<std::uint64_t>(total - before, kReadStep);
      bytes.resize(before + want);
      const la_ssize_t got = archive_read_data(reader_, bytes.data() + before, want);
      bytes.resize(before + static_cast<std::size_t>(std::max<la_ssize_t>(got, 0)));
      if (got == 0) break;
      if (got == ARCHIVE_RETRY) continue;
      if (got < 0) {
        fatal_ = got == ARCHIVE_FATAL;
        return fail(ErrorCode::corrupt, "cannot be unpacked: " + trouble(reader_));
      }
      WHORL_RETURN_IF_ERROR(charge(static_cast<std::uint64_t>(got), limits_, budget_));
    }
    return {};
  }

  std::uint64_t promised_bytes() const override { return promised_; }
  std::int64_t modified() const override { return modified_; }
  bool fatal() const { return fatal_; }

 private:
  struct archive* reader_;
  const ReadLimits& limits_;
  ArchiveBudget& budget_;
  std::uint64_t promised_ = 0;
  std::int64_t modified_ = 0;
  bool fatal_ = false;
};

// A name that is not UTF-8 is returned unchanged.
std::string raw_name(struct archive_entry* entry) {
  if (const char* utf8 = archive_entry_pathname_utf8(entry)) return utf8;
  if (const char* raw = archive_entry_pathname(entry)) return raw;
  std::string name;
  if (const wchar_t* wide = archive_entry_pathname_w(entry)) {
    for (; *wide != 0; ++wide) base::append_utf8(static_cast<char32_t>(*wide), name);
  }
  return name;
}

// The names of a zip file that are not UTF-8, up to the number that is enough to find their
// charset. Reads at most `members` headers.
std::vector<std::string> foreign_names(const std::string& bytes, std::uint32_t members) {
  constexpr std::size_t kEnough = 1000;
  std::vector<std::string> names;
  const Reader reader = open_reader(bytes);
  struct archive_entry* entry = nullptr;
  for (std::uint32_t i = 0; reader != nullptr && i < members && names.size() < kEnough; ++i) {
    if (next_header(reader.get(), &entry) < ARCHIVE_WARN) break;
    std::string name = raw_name(entry);
    if (!base::is_utf8(name)) names.push_back(std::move(name));
  }
  return names;
}

// The name of the contents of a single compressed file: its own name without the last suffix.
std::string inner_name(const std::string& archive) {
  std::string_view base = base_name(archive);
  base.remove_suffix(extension(base).size());
  return std::string(base);
}

// Why an entry is not read as a file; empty if it is read.
std::string entry_refusal(struct archive_entry* entry) {
  if (archive_entry_hardlink(entry) != nullptr) {
    return "is a hard link inside an archive to a file that has its own name";
  }
  const auto type = archive_entry_filetype(entry);
  if (type == AE_IFLNK) return "is a symbolic link inside an archive, which is not followed";
  if (type != AE_IFREG && type != 0) return "is a device or pipe inside an archive, not a file";
  if (archive_entry_is_encrypted(entry)) return "is encrypted: unpack it with its password";
  return {};
}

// One archive while it is unpacked.
class Unpacking {
 public:
  Unpacking(const PackedFile& file, const IntakeRules& rules, ArchiveBudget& budget,
            const TakeMember& take, std::vector<Skipped>& skipped)
      : name_(file.name),
        bytes_(file.bytes),
        rules_(rules),
        budget_(budget),
        take_(take),
        skipped_(skipped) {}

  void run() {
    reader_ = open_reader(bytes_);
    int status = next();
    const bool unreadable = status != ARCHIVE_EOF && status < ARCHIVE_WARN && !encrypted();
    if (unreadable && take_single_file()) return;
    while (status == ARCHIVE_OK || status == ARCHIVE_WARN || status == ARCHIVE_RETRY) {
      if (status != ARCHIVE_RETRY && !take_entry()) return;
      status = next();
    }
    if (status != ARCHIVE_EOF) return broken();
    if (files_ == 0) skip(name_, "is an archive without any file");
  }

 private:
  int next() {
    entry_ = nullptr;
    return reader_ == nullptr ? ARCHIVE_FATAL : next_header(reader_.get(), &entry_);
  }

  // Takes compressed data that is no archive; false if it is not compressed.
  bool take_single_file() {
    const ReadLimits& limits = rules_.options.limits;
    const auto charge_bytes = [&](std::uint64_t bytes) { return charge(bytes, limits, budget_); };
    const auto input = PackedInput::open(name_, bytes_, {limits.window_bytes}, charge_bytes);
    if (input == nullptr) return false;
    ++files_;
    std::string name = name_ + '/' + inner_name(name_);
    budget_.spent = ++budget_.members > limits.archive_members;
    if (!budget_.spent && rules_.filter.enters_member(name, name_.size())) {
      take_(std::move(name), *input);
    }
    if (budget_.spent) {
      stop();
    } else if (!input->damage().empty()) {
      skip(name_, input->damage());
    }
    return true;
  }

  // Names of a zip file that are not UTF-8 are decoded in the charset that fits all of them.
  std::string entry_name() {
    std::string name = raw_name(entry_);
    const bool zip =
        (archive_format(reader_.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
    if (!zip || base::is_utf8(name)) return name;
    if (charset_.empty()) {
      std::vector<std::string> names = foreign_names(bytes_, rules_.options.limits.archive_members);
      if (names.empty()) names.push_back(name);
      charset_ = charset_of_names(names);
    }
    return decode_as(name, charset_);
  }

  bool encrypted() const {
    return reader_ != nullptr && archive_read_has_encrypted_entries(reader_.get()) > 0;
  }

  void broken() {
    if (encrypted()) return skip(name_, "is encrypted: unpack it with its password");
    const std::string after = files_ == 0 ? "cannot be unpacked: "
                                          : "breaks off after " + std::to_string(files_) +
                                                (files_ == 1 ? " file: " : " files: ");
    skip(name_, after + (reader_ == nullptr ? "it is not an archive" : trouble(reader_.get())));
  }

  // False at the end, or if a limit stops reading.
  bool take_entry() {
    if (archive_entry_filetype(entry_) == AE_IFDIR) return true;
    const std::string member = member_name(entry_name());
    std::string name = name_ + '/' + (member.empty() ? "unnamed" : member);
    ++files_;
    if (++budget_.members > rules_.options.limits.archive_members) return stop();
    if (const auto tools = rules_.filter.tool_folder_of(name, name_.size()); !tools.empty()) {
      if (tool_folders_.emplace(tools).second) note(std::string(tools), tool_folder_note(tools));
      return true;
    }
    if (!rules_.filter.enters_member(name, name_.size())) return true;
    if (std::string reason = entry_refusal(entry_); !reason.empty()) {
      if (rules_.filter.takes_file(name)) skip(std::move(name), std::move(reason));
      return true;
    }
    MemberInput input(reader_.get(), entry_, rules_.options.limits, budget_);
    take_(std::move(name), input);
    if (budget_.spent) return stop();
    if (!input.fatal()) return true;
    broken();
    return false;
  }

  bool stop() {
    budget_.spent = true;
    skip(name_, "was read only up to file " + std::to_string(files_) +
                    ": it expands to more than the limits allow");
    return false;
  }

  void skip(std::string name, std::string reason) {
    skipped_.push_back({std::move(name), std::move(reason)});
  }

  void note(std::string name, std::string reason) {
    skipped_.push_back({std::move(name), std::move(reason), SkipKind::fallback});
  }

  const std::string& name_;
  const std::string& bytes_;
  const IntakeRules& rules_;
  ArchiveBudget& budget_;
  const TakeMember& take_;
  std::vector<Skipped>& skipped_;
  Reader reader_;
  struct archive_entry* entry_ = nullptr;
  std::uint64_t files_ = 0;
  std::string charset_;  // of names that are not UTF-8; empty before the first such name
  std::set<std::string> tool_folders_;  // already listed
};

}  // namespace

void unpack(const PackedFile& file, const IntakeRules& rules, ArchiveBudget& budget,
            const TakeMember& take, std::vector<Skipped>& skipped) {
  if (budget.depth >= rules.options.limits.archive_depth) {
    skipped.push_back({file.name, "is an archive nested too deeply: unpack it first"});
    return;
  }
  const Utf8Locale utf8;
  ++budget.depth;
  Unpacking(file, rules, budget, take, skipped).run();
  --budget.depth;
}

}  // namespace whorl::internal::input
