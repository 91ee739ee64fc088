#include "passages/index/segment.h"

#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/file_system.h"
#include "base/new_file.h"
#include "base/try.h"

namespace whorl::internal::index {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t kTrailer = 3 * sizeof(std::uint64_t);
constexpr std::size_t kPerFingerprint = sizeof(std::uint64_t) + sizeof(std::uint32_t);

// Reads values in order; once one does not fit, all later ones are zero and ok() is false.
class Cursor {
 public:
  explicit Cursor(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  std::size_t at() const { return at_; }
  std::size_t left() const { return bytes_.size() - at_; }

  template <class T>
  T take() {
    T value{};
    copy(&value, sizeof(value));
    return value;
  }

  template <class T>
  void take(std::vector<T>& out, std::uint64_t count) {
    if (count > left() / sizeof(T)) {
      ok_ = false;
      return;
    }
    out.resize(count);
    copy(out.data(), count * sizeof(T));
  }

  std::string take_text() {
    const auto size = take<std::uint32_t>();
    if (size > left()) ok_ = false;
    if (!ok_) return {};
    std::string text(size, '\0');
    copy(text.data(), size);
    return text;
  }

 private:
  void copy(void* to, std::size_t size) {
    if (!ok_ || size > left()) {
      ok_ = false;
      return;
    }
    if (size > 0) std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

tl::unexpected<Error> corrupt(std::size_t at, const char* what) {
  return fail(ErrorCode::corrupt,
              "not a whole segment file: at byte " + std::to_string(at) + " " + what);
}

bool ascending_within(const std::vector<std::uint32_t>& positions, std::uint64_t symbols) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] >= symbols || (i > 0 && positions[i] <= positions[i - 1])) return false;
  }
  return true;
}

Result<Segment> parse_body(Cursor cursor, std::uint64_t documents, std::uint64_t fingerprints) {
  Segment segment;
  segment.recipe = cursor.take_text();
  std::uint64_t total = 0;
  for (std::uint64_t i = 0; i < documents; ++i) {
    SegmentDocument document;
    document.name = cursor.take_text();
    document.symbols = cursor.take<std::uint64_t>();
    const auto count = cursor.take<std::uint64_t>();
    if (!cursor.ok() || count > cursor.left() / kPerFingerprint) {
      return corrupt(cursor.at(), "a document is longer than the file");
    }
    cursor.take(document.fingerprints.hash, count);
    cursor.take(document.fingerprints.position, count);
    if (!ascending_within(document.fingerprints.position, document.symbols)) {
      return corrupt(cursor.at(), "positions are out of order or beyond the end of their document");
    }
    total += count;
    segment.documents.push_back(std::move(document));
  }
  if (!cursor.ok() || cursor.left() != 0 || total != fingerprints) {
    return corrupt(cursor.at(), "the counts at the end do not match the content");
  }
  return segment;
}

}  // namespace

Result<Segment> parse_segment(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kHead = kSegmentHead.size() + sizeof(std::uint32_t);
  if (bytes.size() < kSegmentHead.size() ||
      std::memcmp(bytes.data(), kSegmentHead.data(), kSegmentHead.size()) != 0) {
    return fail(ErrorCode::unreadable, "is not a segment; whorl fingerprint -o writes segments");
  }
  if (bytes.size() < kHead + kTrailer) return corrupt(bytes.size(), "the file is cut off");
  const auto version = Cursor(bytes.subspan(kSegmentHead.size())).take<std::uint32_t>();
  if (version != kSegmentVersion) {
    return fail(ErrorCode::unsupported, "the segment file has version " + std::to_string(version) +
                                            "; this program reads version 1");
  }
  Cursor trailer(bytes.last(kTrailer));
  const auto documents = trailer.take<std::uint64_t>();
  const auto fingerprints = trailer.take<std::uint64_t>();
  const auto checksum = trailer.take<std::uint64_t>();
  if (checksum != XXH3_64bits(bytes.data(), bytes.size() - sizeof(checksum))) {
    return corrupt(bytes.size() - sizeof(checksum), "the checksum is wrong");
  }
  const auto body = bytes.subspan(kHead, bytes.size() - kHead - kTrailer);
  return parse_body(Cursor(body), documents, fingerprints);
}

Result<Segment> read_segment(const std::string& path) {
  constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
  WHORL_ASSIGN_OR_RETURN(const auto bytes, base::read_all(base::FileSystem::real(), path, kAll));
  return parse_segment({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()})
      .map_error([&](Error error) {
        return Error{error.code, path + ": " + error.message};
      });
}

struct SegmentWriter::State {
  base::NewFile file;
  XXH3_state_t checksum;
  std::uint64_t documents = 0;
  std::uint64_t fingerprints = 0;
  Result<void> status;

  explicit State(base::NewFile to) : file(std::move(to)) { XXH3_64bits_reset(&checksum); }

  void put(const void* bytes, std::size_t size) {
    if (size == 0 || !status) return;
    XXH3_64bits_update(&checksum, bytes, size);
    status = file.append({static_cast<const std::byte*>(bytes), size});
  }

  template <class T>
  void put(T value) {
    put(&value, sizeof(value));
  }

  void put_text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    put(text.data(), text.size());
  }
};

SegmentWriter::SegmentWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
SegmentWriter::SegmentWriter(SegmentWriter&&) noexcept = default;
SegmentWriter& SegmentWriter::operator=(SegmentWriter&&) noexcept = default;
SegmentWriter::~SegmentWriter() = default;

Result<SegmentWriter> SegmentWriter::create(const std::string& path, std::string_view recipe_id) {
  WHORL_ASSIGN_OR_RETURN(auto file, base::NewFile::open_named(base::FileSystem::real(), path));
  auto state = std::make_unique<State>(std::move(file));
  state->put(kSegmentHead.data(), kSegmentHead.size());
  state->put(kSegmentVersion);
  state->put_text(recipe_id);
  return SegmentWriter(std::move(state));
}

void SegmentWriter::add(std::string_view name, std::uint64_t symbols,
                        const Fingerprints& fingerprints) {
  state_->put_text(name);
  state_->put(symbols);
  state_->put(static_cast<std::uint64_t>(fingerprints.size()));
  state_->put(fingerprints.hash.data(), fingerprints.size() * sizeof(std::uint64_t));
  state_->put(fingerprints.position.data(), fingerprints.size() * sizeof(std::uint32_t));
  ++state_->documents;
  state_->fingerprints += fingerprints.size();
}

Result<void> SegmentWriter::finish() {
  state_->put(state_->documents);
  state_->put(state_->fingerprints);
  state_->put(static_cast<std::uint64_t>(XXH3_64bits_digest(&state_->checksum)));
  return state_->status ? state_->file.finish() : state_->status;
}

}  // namespace whorl::internal::index
