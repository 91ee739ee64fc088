#include "whorl/compare.h"

#include <utility>

#include "base/guard.h"
#include "compare/gather.h"
#include "compare/job.h"
#include "compare/settings.h"

namespace whorl {

Result<CompareReport> compare(const CompareOptions& options, Progress& progress) try {
  // Wrong words are told before anything is read.
  if (auto settings = Settings::resolve(options); !settings) {
    return tl::unexpected(settings.error());
  }
  auto gathered = gather(options, progress);
  if (!gathered && gathered.error().code == ErrorCode::cancelled) return stopped();
  if (!gathered) return tl::unexpected(gathered.error());
  return compare_gathered(std::move(*gathered), options, progress);
} catch (...) {
  return caught();
}

}  // namespace whorl
