// Pseudonyms for a report.
#include <fmt/core.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <tuple>

#include "whorl/writers.h"

namespace whorl {
namespace {

// Of the texts of a submission, so that the order of pseudonyms does not reveal names.
std::uint64_t digest(const CompareReport& report, const Submission& submission) {
  std::uint64_t digest = 0;
  for (const std::uint32_t file : submission.files) {
    const std::string& text = report.files[file].text;
    digest = XXH3_64bits_withSeed(text.data(), text.size(), digest);
  }
  return digest;
}

// Old indices in their new order.
std::vector<std::uint32_t> new_order(const CompareReport& report) {
  std::vector<std::uint64_t> digests;
  for (const Submission& submission : report.submissions) {
    digests.push_back(digest(report, submission));
  }
  std::vector<std::uint32_t> order(report.submissions.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return digests[a] < digests[b]; });
  return order;
}

// Keeps the extension because it shows the language; a longer part might contain a name.
std::string extension_of(std::string_view path) {
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string_view::npos || path[dot] == '/' || path.size() - dot > 8) return "";
  const std::string_view extension = path.substr(dot);
  const bool plain = std::all_of(extension.begin() + 1, extension.end(),
                                 [](unsigned char c) { return c < 0x80 && std::isalnum(c) != 0; });
  return plain ? std::string(extension) : "";
}

// Old names and paths with their replacements.
using Pseudonyms = std::map<std::string, std::string, std::less<>>;

std::string pseudonym(const Pseudonyms& pseudonyms, const std::string& name) {
  const auto found = pseudonyms.find(name);
  return found == pseudonyms.end() ? "unknown" : found->second;
}

class Anonymizer {
 public:
  explicit Anonymizer(CompareReport report) : report_(std::move(report)) {}

  CompareReport run() && {
    rename_submissions();
    renumber_pairs();
    rename_skipped();
    rename_review();
    report_.run.reset();
    report_.known.reset();
    return std::move(report_);
  }

 private:
  void rename_submissions() {
    const std::vector<std::uint32_t> order = new_order(report_);
    place_.resize(order.size());
    const int digits = std::max(3, static_cast<int>(std::to_string(order.size()).size()));
    std::vector<Submission> renamed;
    for (const std::uint32_t old : order) {
      place_[old] = static_cast<std::uint32_t>(renamed.size());
      Submission submission = std::move(report_.submissions[old]);
      const std::string name = fmt::format("s{:0{}}", renamed.size() + 1, digits);
      names_[submission.name] = name;
      submission.name = name;
      submission.student.clear();
      submission.attempt.clear();
      submission.path.clear();
      submission.handed_in.clear();
      submission.dated_by.clear();
      rename_files(submission);
      renamed.push_back(std::move(submission));
    }
    report_.submissions = std::move(renamed);
  }

  void rename_files(const Submission& submission) {
    Pseudonyms own;  // a file in several languages is listed once for each
    for (const std::uint32_t index : submission.files) {
      FileEntry& file = report_.files[index];
      const auto [named, is_new] = own.try_emplace(file.path);
      if (is_new) {
        named->second =
            fmt::format("{}/{}{}", submission.name, own.size(), extension_of(file.path));
      }
      paths_[file.path] = named->second;
      file.path = named->second;
    }
  }

  // Restores `a < b`; pairs of equal rank are no longer in the order of their names.
  void renumber_pairs() {
    for (Pair& pair : report_.pairs) {
      pair.a = place_[pair.a];
      pair.b = place_[pair.b];
      if (pair.a > pair.b) swap_sides(pair);
    }
    const auto rank = [](const Pair& pair) {
      return std::tie(pair.score, pair.similarity, pair.longest, pair.evidence);
    };
    for (auto first = report_.pairs.begin(); first != report_.pairs.end();) {
      const auto last = std::find_if(first, report_.pairs.end(),
                                     [&](const Pair& pair) { return rank(pair) != rank(*first); });
      std::sort(first, last, [](const Pair& x, const Pair& y) {
        return std::tie(x.a, x.b) < std::tie(y.a, y.b);
      });
      first = last;
    }
  }

  static void swap_sides(Pair& pair) {
    std::swap(pair.a, pair.b);
    std::swap(pair.containment_a, pair.containment_b);
    for (Passage& passage : pair.passages) std::swap(passage.a, passage.b);
    std::sort(pair.passages.begin(), pair.passages.end(), [](const Passage& x, const Passage& y) {
      return std::tie(x.a.file, x.a.view.begin, x.b.file, x.b.view.begin) <
             std::tie(y.a.file, y.a.view.begin, y.b.file, y.b.view.begin);
    });
  }

  // A reason may repeat the path. Only the path's last part is certain to be a name.
  void rename_skipped() {
    std::size_t number = 0;
    for (Skipped& skipped : report_.skipped) {
      const auto known = paths_.find(skipped.path);
      const std::string path = known != paths_.end()
                                   ? known->second
                                   : fmt::format("input{}{}", ++number, extension_of(skipped.path));
      const std::string base = skipped.path.substr(skipped.path.find_last_of('/') + 1);
      replace_all(skipped.reason, skipped.path, path);
      replace_all(skipped.reason, base, path);
      skipped.path = path;
    }
  }

  static void replace_all(std::string& text, const std::string& what, const std::string& with) {
    if (what.empty()) return;
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + with.size())) {
      text.replace(at, what.size(), with);
    }
  }

  void rename_review() {
    for (ReviewNote& note : report_.review) {
      note.a = pseudonym(names_, note.a);
      note.b = pseudonym(names_, note.b);
      note.note.clear();
    }
    std::sort(report_.review.begin(), report_.review.end(),
              [](const ReviewNote& x, const ReviewNote& y) {
                return std::tie(x.a, x.b) < std::tie(y.a, y.b);
              });
  }

  CompareReport report_;
  std::vector<std::uint32_t> place_;  // new index of a submission, by its old one
  Pseudonyms names_;
  Pseudonyms paths_;
};

}  // namespace

CompareReport anonymize(CompareReport report) { return Anonymizer(std::move(report)).run(); }

}  // namespace whorl
