#include "read/record_collection.h"

#include <exception>
#include <new>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/try.h"
#include "base/utf8.h"
#include "read/intake.h"
#include "read/record_hash.h"
#include "read/skip_log.h"

namespace whorl::internal::read {
namespace {

constexpr std::size_t kNameBytes = 64 << 10;

bool is_object_in_a_line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  const std::size_t last = line.find_last_not_of(" \t");
  return first != last && first != std::string_view::npos && line[first] == '{' &&
         line[last] == '}' && line.find('\n') == std::string_view::npos;
}

class Records final : public Collection {
 public:
  Records(RecordSource& source, const CollectionOptions& options, std::uint64_t limit)
      : source_(source), options_(options), limit_(limit), name_(source.name()) {}

  Result<bool> next(CollectionRecord& out) override {
    while (true) {
      Record record;
      WHORL_ASSIGN_OR_RETURN(auto more, pull(record));
      if (!more) return false;
      if (std::string why = fault(record); !why.empty()) {
        skipped_.add({place(), why});
        if (!options_.keep_unreadable) continue;
        out = unreadable(names_of(record), std::move(why));
        return true;
      }
      if (options_.keep_lines && !record.line.empty() && !is_object_in_a_line(record.line)) {
        return fail(ErrorCode::invalid_argument,
                    place() + ": the line of a record is a JSON object in one line, or empty");
      }
      out = converted(std::move(record));
      out.streamed = hash_of(out);
      return true;
    }
  }

  // The next record, whatever it is.
  Result<CollectionRecord> one() {
    Record record;
    WHORL_RETURN_IF_ERROR(pull(record));
    if (const std::string why = fault(record); !why.empty()) {
      return fail(ErrorCode::invalid_argument, place() + ": " + why);
    }
    return converted(std::move(record));
  }

  Result<void> for_each_input(
      const std::function<Result<void>(const InputIdentity&)>& visit) const override {
    InputIdentity source;
    source.argument = 1;
    source.name = name_;
    return visit(source);
  }

  std::vector<Skipped> skipped() const override { return skipped_.list(); }
  std::uint64_t revisits() const override { return 0; }

 private:
  std::string place() const { return name_ + ":" + std::to_string(number_); }

  Result<bool> pull(Record& record) {
    ++number_;
    try {
      auto more = source_.next(record);
      if (!more) return fail(more.error().code, place() + ": " + more.error().message);
      return more;
    } catch (const std::bad_alloc&) {
      return fail(ErrorCode::out_of_memory, place() + ": no memory for the record");
    } catch (const std::exception& e) {
      return fail(ErrorCode::unreadable, place() + ": the source of records threw: " + e.what());
    } catch (...) {
      return fail(ErrorCode::unreadable, place() + ": the source of records threw");
    }
  }

  // Why the record is no document; empty: it is one.
  std::string fault(const Record& record) const {
    if (record.text.size() > limit_) return "is larger than " + human_bytes(limit_);
    if (record.id.size() + record.url.size() + record.date.size() > kNameBytes) {
      return "its id, URL and date are longer than 64 KiB";
    }
    if (!base::is_utf8(record.id) || !base::is_utf8(record.url) || !base::is_utf8(record.date)) {
      return "its id, URL or date is not valid UTF-8";
    }
    const bool is_text = options_.features_field.empty() && record.media_type.empty();
    return is_text && !base::is_utf8(record.text) ? "its text is not valid UTF-8" : "";
  }

  // Its place, and its id where that is good.
  CollectionRecord names_of(const Record& record) const {
    CollectionRecord out;
    out.place = place();
    if (record.id.size() <= kNameBytes && base::is_utf8(record.id)) out.id = record.id;
    return out;
  }

  CollectionRecord converted(Record record) const {
    CollectionRecord out;
    out.place = place();
    out.id = std::move(record.id);
    out.url = std::move(record.url);
    call_by_place(out);
    out.date = std::move(record.date);
    if (!options_.rank_field.empty()) out.rank = record.rank;
    if (options_.keep_lines) out.line = std::move(record.line);
    if (!options_.features_field.empty()) {
      out.shape = RecordShape::features;
      for (const std::string& feature : record.features) {
        out.features.push_back(XXH3_64bits(feature.data(), feature.size()));
      }
      return out;
    }
    out.shape = record.media_type.empty() ? RecordShape::text : RecordShape::content;
    out.bytes = std::move(record.text);
    out.content_type = std::move(record.media_type);
    return out;
  }

  RecordSource& source_;
  CollectionOptions options_;
  std::uint64_t limit_;
  std::string name_;
  std::uint64_t number_ = 0;  // of the record at hand, from 1
  SkipLog skipped_;
};

class OneRecord final : public RecordSource {
 public:
  explicit OneRecord(const Record& record) : record_(record) {}
  Result<bool> next(Record& record) override {
    record = record_;
    return true;
  }
  std::string name() const override { return "record"; }

 private:
  const Record& record_;
};

}  // namespace

std::unique_ptr<Collection> read_records(RecordSource& source, const CollectionOptions& options,
                                         std::uint64_t limit) {
  return std::make_unique<Records>(source, options, limit);
}

Result<CollectionRecord> one_record(const Record& record, const CollectionOptions& options) {
  OneRecord source(record);
  Records records(source, options, ReadLimits{}.file_bytes);
  return records.one();
}

}  // namespace whorl::internal::read
