#include "read/collection.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "read/listing.h"

namespace whorl {
namespace {

namespace fs = std::filesystem;

bool is_json_lines(std::string_view name) {
  constexpr std::array<std::string_view, 4> kPacked = {".gz", ".zst", ".bz2", ".xz"};
  for (std::string_view ending : kPacked) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  return name == "-" || name.ends_with(".jsonl") || name.ends_with(".ndjson") ||
         name.ends_with(".json");
}

struct Source {
  std::string path;
  std::string name;
};

class Inputs final : public Collection {
 public:
  // Where there are several inputs, the name of a folder stands before what is in it.
  Inputs(const CollectionOptions& options, bool several)
      : options_(options), filter_(options.include, options.exclude), several_(several) {}

  Result<void> add(const std::string& input) {
    std::error_code error;
    if (input != "-" && fs::is_directory(input, error)) {
      add_folder(input);
    } else if (input == "-" || fs::exists(input, error)) {
      sources_.push_back({input, input == "-" ? "standard input" : input});
    } else {
      return fail(ErrorCode::not_found, input + ": no such file or folder");
    }
    return {};
  }

  Result<bool> next(CollectionRecord& record) override {
    while (true) {
      if (reader_) {
        auto more = reader_->next(record);
        if (!more || *more) return more;
        reader_.reset();
      }
      if (at_ == sources_.size()) return false;
      const Source& source = sources_[at_++];
      if (!is_json_lines(source.path)) {
        record = {};
        record.id = record.place = source.name;
        record.shape = RecordShape::file;
        record.path = source.path;
        return true;
      }
      open_lines(source);
    }
  }

  const std::vector<Skipped>& skipped() const override { return skipped_; }

 private:
  void add_folder(const std::string& folder) {
    Listing listing = list_files(fs::canonical(folder).string(), filter_, {});
    std::sort(listing.files.begin(), listing.files.end(),
              [](const ListedFile& a, const ListedFile& b) { return a.name < b.name; });
    for (ListedFile& file : listing.files) {
      if (!filter_.takes_file(file.name)) continue;
      sources_.push_back({file.path, several_ ? folder + "/" + file.name : file.name});
    }
    skipped_.insert(skipped_.end(), listing.skipped.begin(), listing.skipped.end());
  }

  void open_lines(const Source& source) {
    auto stream = ByteStream::open(source.path);
    if (!stream) {
      skipped_.push_back({source.name, stream.error().message});
      return;
    }
    reader_ = read_json_lines(std::move(*stream), source.name, options_,
                              [this](std::string place, std::string reason) {
                                skipped_.push_back({std::move(place), std::move(reason)});
                              });
  }

  CollectionOptions options_;
  NameFilter filter_;
  bool several_;
  std::vector<Source> sources_;
  std::size_t at_ = 0;
  std::unique_ptr<RecordReader> reader_;
  std::vector<Skipped> skipped_;
};

}  // namespace

Result<std::unique_ptr<Collection>> Collection::open(const std::vector<std::string>& inputs,
                                                     const CollectionOptions& options) {
  auto collection = std::make_unique<Inputs>(options, inputs.size() > 1);
  for (const std::string& input : inputs) {
    if (auto added = collection->add(input); !added) return tl::unexpected(added.error());
  }
  return collection;
}

}  // namespace whorl
