// Any bytes in a file of a store, under checksums that hold: whoever reads it answers or says what
// is wrong, and trusts none of it. damaged_store.h describes the inputs.
#include "damaged_store.h"
#include "whorl/store.h"

namespace {

namespace fs = std::filesystem;
using namespace whorl;

constexpr std::uint64_t kMemory = 64 << 20;

// Refusals have a sentence.
template <class T>
bool is_answered(const Result<T>& result) {
  fuzz::require(result || !result.error().message.empty());
  return result.has_value();
}

const auto go_on = [](const auto&) -> Result<bool> { return true; };

void ask(const StoreReader& store) {
  const std::string text = fuzz::pages(2).substr(0, 400);
  for (const char* const name : {"d0", "d5", "d11", "none"}) {
    is_answered(store.clusters_of(name));
    is_answered(store.matches_of(name, {}));
  }
  for (const std::uint64_t number : {0, 3}) is_answered(store.cluster(number));
  is_answered(store.matches(text, {}));
  is_answered(store.passages(text, {}));
  is_answered(store.group({"d0", "d2", "d7", "d11"}));
  is_answered(store.for_each_document(go_on));
  is_answered(store.for_each_cluster(go_on));
  is_answered(store.for_each_pair(go_on));
}

// Ones that write: what they leave is as little trusted.
void add_to(const std::string& folder, const std::string& more) {
  ClusterOptions options;
  options.input.inputs = {more};
  options.store = folder;
  options.limits.memory = kMemory;
  is_answered(recluster(folder, {.resemblance = 0.9}, fuzz::quiet));
  is_answered(cluster_into(options, fuzz::quiet));
}

void read(const std::string& folder, const internal::store::Manifest& manifest,
          const std::string& more) {
  fuzz::require(
      internal::store::save(internal::base::FileSystem::real(), folder, manifest).has_value());
  if (const auto store = StoreReader::open(folder); is_answered(store)) ask(*store);
  add_to(folder, more);
}

void read(const std::string& folder, const internal::sweep::SweepManifest& manifest,
          const std::string& more) {
  fuzz::require(
      internal::sweep::save(internal::base::FileSystem::real(), folder, manifest).has_value());
  for (const char* const url : {"http://h.org/0", "http://h.org/7", "http://h.org/none"}) {
    is_answered(locate(folder, url, 0.5));
    is_answered(life(folder, url));
  }
  is_answered(drift(folder, 0.5, fuzz::quiet));
  AddSweepOptions options;
  options.store = folder;
  options.date = "2026-09-01";
  options.limits.memory = kMemory;
  options.input.inputs = {more};
  is_answered(add_sweep(options, fuzz::quiet));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 5) return 0;
  static const std::string place = [] {
    std::string made = (fs::temp_directory_path() / "whorl-fuzz-XXXXXX").string();
    fuzz::require(mkdtemp(made.data()) != nullptr);
    std::ofstream(fs::path(made) / "more.jsonl") << fuzz::pages(9);
    return made;
  }();
  const std::string folder = place + "/store";
  fs::remove_all(folder);
  fs::create_directory(folder);
  const fuzz::Damaged damaged =
      fuzz::write_damaged(internal::base::FileSystem::real(), folder, data, size);
  std::visit(
      [&](auto manifest) {
        manifest.files = damaged.table;
        read(folder, manifest, place + "/more.jsonl");
      },
      damaged.store.manifest);
  return 0;
}
