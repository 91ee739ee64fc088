// inputs.bin: a head, an entry for each input in the order in which they are read, and the hash of
// all. An entry is an EntryHead and the input's name.

#include "store/input_list.h"

#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/file_system.h"
#include "base/ownership/folder.h"
#include "base/try.h"
#include "input/archives/byte_stream.h"
#include "input/collection.h"

namespace whorl::internal::store {
namespace {

// The changes of a store's inputs since it was begun, for a message.
class InputChanges {
 public:
  // "b.txt", "was modified".
  void add(std::string_view name, std::string_view what);
  tl::unexpected<Error> error(const base::FileSystem::Path& store) const;

 private:
  static constexpr std::size_t kNamed = 5;
  std::vector<std::string> named_;  // the first ones
  std::uint64_t more_ = 0;
};

// The order in which inputs are read: as they were named, those of a folder by name. Entry 0 of
// each list is no file but the fields that are read.
bool stands_before(const input::InputIdentity& a, const input::InputIdentity& b) {
  if (a.argument == 0 && b.argument == 0) return false;
  return std::tie(a.argument, a.name) < std::tie(b.argument, b.name);
}

void InputChanges::add(std::string_view name, std::string_view what) {
  if (named_.size() == kNamed) {
    ++more_;
    return;
  }
  named_.push_back(std::string(name) + " " + std::string(what));
}

tl::unexpected<Error> InputChanges::error(const base::FileSystem::Path& store) const {
  std::string message = "inputs changed since " + store.string() + " was started";
  for (std::size_t i = 0; i < named_.size(); ++i) message += (i == 0 ? ": " : "; ") + named_[i];
  if (more_ > 0) message += " (and " + std::to_string(more_) + " more)";
  const bool is_work = base::ownership::kDedupWork.bears_mark(store).value_or(false);
  return fail(
      ErrorCode::invalid_argument,
      message + (is_work
                     ? ". Remove that folder, which belongs to an interrupted dedup, to start over"
                     : ". Name another store, or remove this one to start over; once it is "
                       "finished, --into adds new documents"));
}

using input::InputIdentity;

constexpr std::string_view kListMagic = "whorlin1";
constexpr std::uint64_t kLongestName = 1 << 20;
constexpr std::uint64_t kListWindow = 1 << 20;

struct EntryHead {
  std::uint64_t argument = 0;
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;
  std::uint64_t name_bytes = 0;
};

std::string bytes_of(const InputIdentity& input) {
  const EntryHead head{input.argument, input.bytes, input.modified, input.name.size()};
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes + input.name;
}

// The hash of a list after one more entry.
base::Hash128 name_after(std::string bytes, const base::Hash128& name) {
  bytes.append(reinterpret_cast<const char*>(&name), sizeof name);
  return base::hash128(bytes);
}

// The fields of a record that are read; this entry is before all files.
InputIdentity fields_of(const InputList& inputs) {
  const CollectionInput& input = inputs.asked;
  InputIdentity fields;
  fields.name =
      "text " + (input.text_field.empty() ? "text" : input.text_field) + ", id " + input.id_field;
  if (inputs.collection.has_csv_rows()) fields.name += ", a document a row";
  return fields;
}

// Visits the entries of a list in order, and computes its hash.
template <class Visit>
Result<base::Hash128> for_each_entry(const InputList& inputs, Visit visit) {
  base::Hash128 name;
  const auto add = [&](const InputIdentity& input) -> Result<void> {
    const std::string bytes = bytes_of(input);
    WHORL_RETURN_IF_ERROR(visit(input, bytes));
    name = name_after(bytes, name);
    return {};
  };
  WHORL_RETURN_IF_ERROR(add(fields_of(inputs)));
  WHORL_RETURN_IF_ERROR(inputs.collection.for_each_input(add));
  return name;
}

// Reads the entries of a file through a window. Trusts nothing: an invalid list ends early.
class KeptInputs {
 public:
  explicit KeptInputs(std::unique_ptr<base::ReadableFile> file) : file_(std::move(file)) {
    const std::uint64_t size = file_->size();
    end_ = size < sizeof(base::Hash128) ? 0 : size - sizeof(base::Hash128);
    std::string magic(kListMagic.size(), '\0');
    if (!take(magic.data(), magic.size()) || magic != kListMagic) end_ = at_ = 0;
  }

  bool has_name(const base::Hash128& name) const {
    base::Hash128 found;
    const auto got = file_->read(end_, std::as_writable_bytes(std::span(&found, 1)));
    return end_ > 0 && got && *got == sizeof found && found == name;
  }

  // Nothing at the end.
  std::optional<InputIdentity> next() {
    EntryHead head;
    if (!take(&head, sizeof head) || head.name_bytes > kLongestName) return std::nullopt;
    InputIdentity input{static_cast<std::uint32_t>(head.argument), {}, head.bytes, head.modified};
    input.name.resize(head.name_bytes);
    if (!take(input.name.data(), input.name.size())) return std::nullopt;
    return input;
  }

 private:
  bool take(void* to, std::uint64_t bytes) {
    if (bytes > end_ - at_) return false;
    if (at_ < first_ || at_ + bytes > first_ + window_.size()) {
      window_.resize(std::min(std::max(kListWindow, bytes), end_ - at_));
      first_ = at_;
      const auto got = file_->read(at_, window_);
      if (!got || *got != window_.size()) return false;
    }
    std::memcpy(to, window_.data() + (at_ - first_), bytes);
    at_ += bytes;
    return true;
  }

  std::unique_ptr<base::ReadableFile> file_;
  std::uint64_t at_ = 0;
  std::uint64_t end_ = 0;
  std::vector<std::byte> window_;
  std::uint64_t first_ = 0;  // of the window in the file
};

// The differences, as far as the stored list shows them.
InputChanges changes_since(KeptInputs kept, const InputList& inputs) {
  InputChanges changes;
  std::optional<InputIdentity> old = kept.next();
  const auto compare = [&](const InputIdentity& now, std::string_view) -> Result<void> {
    while (old && stands_before(*old, now)) {
      changes.add(old->name, "was deleted");
      old = kept.next();
    }
    if (!old || stands_before(now, *old)) {
      changes.add(now.name, "is new");
      return {};
    }
    if (now.argument == 0) {
      if (now.name != old->name) changes.add("the list of fields to read", "has changed");
    } else if (now.bytes != old->bytes || now.modified != old->modified) {
      changes.add(now.name, "was modified");
    }
    old = kept.next();
    return {};
  };
  if (!for_each_entry(inputs, compare)) return changes;
  for (; old; old = kept.next()) changes.add(old->name, "was deleted");
  return changes;
}

}  // namespace

base::Hash128 name_after(const input::InputIdentity& one, const base::Hash128& before) {
  return name_after(bytes_of(one), before);
}

Result<std::string> copy_standard_input(const std::filesystem::path& folder,
                                        const Progress& progress) {
  const std::filesystem::path path = folder / kStandardInput;
  WHORL_ASSIGN_OR_RETURN(auto file, base::FileSystem::real().write(path));
  WHORL_ASSIGN_OR_RETURN(auto stream, input::ByteStream::open("-", {&progress}));
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto block, stream->next());
    if (block.empty()) break;
    WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(std::span(block))));
  }
  WHORL_RETURN_IF_ERROR(file->sync());
  return path.string();
}

Result<base::Hash128> name_of(const InputList& inputs) {
  return for_each_entry(inputs,
                        [](const InputIdentity&, std::string_view) { return Result<void>{}; });
}

Result<base::Hash128> write_inputs(StoreFiles& files, const InputList& inputs) {
  WHORL_ASSIGN_OR_RETURN(auto file, files.write(kInputsFile));
  const auto put = [&](std::string_view bytes) {
    return file->append(std::as_bytes(std::span(bytes)));
  };
  WHORL_RETURN_IF_ERROR(put(kListMagic));
  WHORL_ASSIGN_OR_RETURN(auto name,
                         for_each_entry(inputs, [&](const InputIdentity&, std::string_view bytes) {
                           return put(bytes);
                         }));
  WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(std::span(&name, 1))));
  WHORL_RETURN_IF_ERROR(file->sync());
  return name;
}

Result<void> check_inputs(const StoreFiles& files, const base::Hash128& kept,
                          const InputList& inputs) {
  if (kept == base::Hash128{}) return {};
  WHORL_ASSIGN_OR_RETURN(auto now, name_of(inputs));
  if (now == kept) return {};
  InputChanges changes;
  if (auto file = files.read(kInputsFile)) {
    KeptInputs list(std::move(*file));
    if (list.has_name(kept)) changes = changes_since(std::move(list), inputs);
  }
  return changes.error(files.folder());
}

Result<void> check_kept_inputs(const StoreFiles& files, const base::Hash128& kept) {
  WHORL_ASSIGN_OR_RETURN(auto file, files.read(kInputsFile));
  KeptInputs list(std::move(file));
  base::Hash128 name;
  while (const auto input = list.next()) name = name_after(bytes_of(*input), name);
  if (name == kept && list.has_name(kept)) return {};
  return fail(ErrorCode::corrupt, "it is not the list of inputs in the manifest");
}

}  // namespace whorl::internal::store
