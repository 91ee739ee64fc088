// bench_probing DIR FILE…: registers texts with the scheme koala, with and without a key. Searches
// for 1,000 pieces of each, and tells which share of the stored substrings is then known, also
// after a refresh. Prints one JSON object. bench/registry.py runs it.
#include <fmt/core.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/try.h"
#include "registry/probing.h"

namespace whorl::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSearches = 1000;

struct Figures {
  double known = 0;
  double known_after = 0;
  double evades = 0;
  double evades_after = 0;
  double searches = 0;
};

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The share of the stored substrings that a search for the text does not find.
Result<double> evaded(const std::string& folder, const std::string& key, std::string_view text,
                      const std::string& name) {
  WHORL_ASSIGN_OR_RETURN(const auto registry, Registry::read(folder, key));
  WHORL_ASSIGN_OR_RETURN(const auto answer, registry.search(text, {.limit = 1000}));
  for (const RegistryHit& hit : answer.hits) {
    if (hit.document.codes.name == name) return 1 - hit.contains.value;
  }
  return 1;
}

Result<std::string> registered(const fs::path& folder, const std::string& key,
                               const std::vector<std::string>& files) {
  WHORL_RETURN_IF_ERROR(create_registry({folder.string(), "koala", {}, key}));
  WHORL_ASSIGN_OR_RETURN(auto registry, Registry::write(folder.string(), key));
  for (const std::string& file : files) {
    WHORL_RETURN_IF_ERROR(registry.add({.name = file}, text_of(file)));
  }
  return folder.string();
}

Result<void> refresh(const std::string& folder, const std::string& key) {
  WHORL_ASSIGN_OR_RETURN(auto registry, Registry::write(folder, key));
  RefreshRegistryOptions options;
  options.fetch = [](const RegisteredDocument& one) -> Result<std::string> {
    return text_of(one.codes.name);
  };
  NoProgress quiet;
  WHORL_ASSIGN_OR_RETURN(const auto done, registry.refresh(options, nullptr, quiet));
  if (done.waiting == 0) return {};
  return fail(ErrorCode::internal, "documents wait for their text");
}

Result<nlohmann::json> measure(const fs::path& place, const std::vector<std::string>& files) {
  const std::string key = (place / "key").string();
  std::ofstream(key) << std::string(64, 'a');
  ::chmod(key.c_str(), 0600);
  WHORL_ASSIGN_OR_RETURN(const std::string folder, registered(place / "keyed", key, files));
  std::vector<Probes> probes;
  std::vector<std::vector<std::uint64_t>> found_out;
  Figures sum;
  for (const std::string& file : files) {
    const std::string text = text_of(file);
    {
      WHORL_ASSIGN_OR_RETURN(const auto registry, Registry::read(folder, key));
      WHORL_ASSIGN_OR_RETURN(auto found, probe(registry, text, kSearches));
      probes.push_back(std::move(found));
    }
    const Probes& of = probes.back();
    sum.searches += static_cast<double>(of.searches);
    WHORL_ASSIGN_OR_RETURN(auto known, stored_in(folder, key, text, of.found));
    WHORL_ASSIGN_OR_RETURN(const auto stored, stored_in(folder, key, text, {{0, text.size()}}));
    sum.known += share_known(known, stored);
    found_out.push_back(std::move(known));
    WHORL_ASSIGN_OR_RETURN(const double evades, evaded(folder, key, edited(text, of.found), file));
    sum.evades += evades;
  }
  WHORL_RETURN_IF_ERROR(refresh(folder, key));
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string text = text_of(files[i]);
    WHORL_ASSIGN_OR_RETURN(const auto stored, stored_in(folder, key, text, {{0, text.size()}}));
    WHORL_ASSIGN_OR_RETURN(const double evades,
                           evaded(folder, key, edited(text, probes[i].found), files[i]));
    sum.known_after += share_known(found_out[i], stored);
    sum.evades_after += evades;
  }
  const auto mean = [&](double of) { return of / static_cast<double>(files.size()); };
  return nlohmann::json{{"documents", files.size()},
                        {"searches", mean(sum.searches)},
                        {"known", mean(sum.known)},
                        {"evaded_by_the_edited_text", mean(sum.evades)},
                        {"known_after_a_refresh", mean(sum.known_after)},
                        {"evaded_after_a_refresh", mean(sum.evades_after)}};
}

}  // namespace
}  // namespace whorl::bench

int main(int count, char** words) {
  if (count < 3) return 1;
  const auto done =
      whorl::bench::measure(words[1], std::vector<std::string>(words + 2, words + count));
  if (!done) {
    fmt::print(stderr, "{}\n", done.error().message);
    return 1;
  }
  fmt::print("{}\n", done->dump(1));
}
