// Small jobs that use the public API. Each returns all its results as text.
#pragma once

#include <atomic>
#include <string>

#include "../temp_folder.h"
#include "whorl/result.h"

namespace whorl::test {

// Whether a call of the library is in progress. Faults are injected only then, not into code of the
// test.
inline std::atomic<bool> is_inside = false;

// Makes a call of the library and returns its result.
template <class Call>
auto inside(Call call) {
  struct Scope {
    Scope() { is_inside = true; }
    ~Scope() { is_inside = false; }
  };
  const Scope scope;
  return call();
}

// A folder with 24 short documents, some of which share text, and jobs that read them.
class Jobs {
 public:
  explicit Jobs(const TempFolder& folder);

  // Compares source files and writes the report.
  Result<std::string> compare(unsigned threads) const;
  // Clusters JSON lines into a new store; pairs are spilled and listed.
  Result<std::string> cluster(unsigned threads) const;
  // Queries the store of make_store().
  Result<std::string> query(unsigned threads) const;
  Result<std::string> dedup(unsigned threads) const;
  Result<std::string> repeats(unsigned threads) const;
  // Adds two sweeps to a new store, locates a page and computes drift.
  Result<std::string> sweep(unsigned threads) const;
  // Fingerprints source files into a segment.
  Result<std::string> fingerprint(unsigned threads) const;
  // Computes fingerprints, sketches, measures and passages of texts in memory.
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
