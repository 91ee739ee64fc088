// Small jobs by the public API, each of which gives all that it found as a text.
#pragma once

#include <atomic>
#include <string>

#include "../temp_folder.h"
#include "whorl/result.h"

namespace whorl::test {

// Whether some call is inside the library: what a test does beside it is no concern of a fault.
inline std::atomic<bool> is_inside = false;

// What call() gives.
template <class Call>
auto inside(Call call) {
  struct Scope {
    Scope() { is_inside = true; }
    ~Scope() { is_inside = false; }
  };
  const Scope scope;
  return call();
}

// Inputs in a folder, of 24 short documents some of which share text, and jobs on them.
class Jobs {
 public:
  explicit Jobs(const TempFolder& folder);

  // Of source files, report written.
  Result<std::string> compare(unsigned threads) const;
  // Of JSON lines, into a new store; with pairs spilled and listed.
  Result<std::string> cluster(unsigned threads) const;
  // Of the store that make_store() makes.
  Result<std::string> query(unsigned threads) const;
  Result<std::string> dedup(unsigned threads) const;
  Result<std::string> repeats(unsigned threads) const;
  // Two sweeps into a new store, one page located, drift.
  Result<std::string> sweep(unsigned threads) const;
  // Of source files, into a segment.
  Result<std::string> fingerprint(unsigned threads) const;
  // Of texts in memory: fingerprints, sketches, measures, passages.
  Result<std::string> texts(unsigned threads) const;

  Result<void> make_store() const;

 private:
  void remove(const std::string& name) const;

  const TempFolder& folder_;
};

struct NamedJob {
  const char* name;
  Result<std::string> (Jobs::*run)(unsigned threads) const;
};

inline constexpr NamedJob kJobs[] = {{"compare", &Jobs::compare},
                                     {"cluster", &Jobs::cluster},
                                     {"query", &Jobs::query},
                                     {"dedup", &Jobs::dedup},
                                     {"repeats", &Jobs::repeats},
                                     {"sweep", &Jobs::sweep},
                                     {"fingerprint", &Jobs::fingerprint},
                                     {"texts", &Jobs::texts}};

}  // namespace whorl::test
