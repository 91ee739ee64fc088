// Registry::refresh: another draw of what is stored of documents.
#include "base/guard.h"
#include "base/try.h"
#include "registry/adder.h"
#include "registry/compact.h"
#include "registry/each_text.h"
#include "registry/opened_registry.h"

namespace whorl {

using namespace internal;

namespace {

struct Redrawn {
  DocumentCodes codes;
  std::uint64_t bytes = 0;
  registry::Features features;
};

Result<void> check_draws(const registry::Method& method) {
  if (method.scheme->info.stored == 0) {
    return fail(ErrorCode::invalid_argument,
                "the scheme " + std::string(method.scheme->info.name) +
                    " stores all fingerprints, so there is nothing to draw anew; koala draws");
  }
  if (!method.key) {
    return fail(ErrorCode::invalid_argument,
                "without a key everybody can tell what is stored, and another draw hides nothing: "
                "make a registry with --key");
  }
  return {};
}

// Tells of each document that is stored by an earlier draw than `draw`; how many.
Result<std::uint64_t> count_waiting(const registry::Index& index, std::uint64_t draw,
                                    const Registry::Waits& wait) {
  std::uint64_t waiting = 0;
  registry::Walk walk = index.database().walk(registry::Table::documents);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return waiting;
    WHORL_ASSIGN_OR_RETURN(auto row, registry::unpack_row(walk.value()));
    if (row.draw >= draw) continue;
    ++waiting;
    row.document.number = registry::number_of_key(walk.key()).value_or(0);
    if (wait) wait(row.document);
  }
}

// Goes on with a draw that documents wait for, else begins the next.
Result<void> begin_draw(registry::Index& index) {
  const std::uint64_t now = index.facts().draw;
  WHORL_ASSIGN_OR_RETURN(const std::uint64_t waiting, count_waiting(index, now, nullptr));
  if (waiting > 0) return {};
  index.set_draw(now + 1);
  return index.commit({}, index.facts());
}

class Refresh {
 public:
  Refresh(registry::Index& index, const RefreshRegistryOptions& options)
      : index_(index), options_(options), adder_(index) {}

  Result<std::vector<Skipped>> run(Progress& progress) {
    const auto work = [&](const registry::FoundDocument& found,
                          std::string_view text) -> Result<Redrawn> {
      WHORL_ASSIGN_OR_RETURN(auto codes, registered(found.document.name));
      Redrawn out{std::move(codes), text.size(), {}};
      WHORL_ASSIGN_OR_RETURN(out.features, registry::stored(text, index_.method()));
      return out;
    };
    const auto take = [&](Redrawn one) -> Result<void> {
      WHORL_RETURN_IF_ERROR(adder_.take(std::move(one.codes), one.bytes, one.features));
      ++taken_;
      return {};
    };
    WHORL_ASSIGN_OR_RETURN(auto skipped,
                           registry::for_each_text<Redrawn>(options_.input, progress, work, take));
    WHORL_RETURN_IF_ERROR(adder_.commit());
    return skipped;
  }

  // Those that wait still, where their texts can be had; what could not be had.
  Result<std::vector<Skipped>> fetch(Progress& progress) {
    WHORL_ASSIGN_OR_RETURN(const auto waiting, waiting_documents());
    std::vector<Skipped> missing;
    progress.phase("fetching texts", waiting.size());
    for (const std::uint32_t number : waiting) {
      if (progress.cancelled()) break;
      WHORL_ASSIGN_OR_RETURN(const auto row, index_.row(number));
      if (!row) continue;
      progress.advance(1);
      auto one = fetched(*row);
      if (!one) {
        missing.push_back({row->document.codes.name, one.error().message, SkipKind::skipped});
        continue;
      }
      WHORL_RETURN_IF_ERROR(adder_.take(std::move(one->codes), one->bytes, one->features));
      ++taken_;
    }
    WHORL_RETURN_IF_ERROR(adder_.commit());
    return missing;
  }

  std::uint64_t taken() const { return taken_; }

 private:
  // An address may lead to another text by now, or to a page that says so: what is stored tells.
  Result<Redrawn> fetched(const registry::DocumentRow& row) const {
    WHORL_ASSIGN_OR_RETURN(const std::string text, options_.fetch(row.document));
    registry::Method before = index_.method();
    before.draw = row.draw;
    WHORL_ASSIGN_OR_RETURN(const auto known, registry::stored(text, before));
    const DocumentCodes& codes = row.document.codes;
    WHORL_ASSIGN_OR_RETURN(const bool same, adder_.has(codes, text.size(), known));
    if (!same) return fail(ErrorCode::unreadable, "what was fetched is not the registered text");
    Redrawn out{codes, text.size(), {}};
    WHORL_ASSIGN_OR_RETURN(out.features, registry::stored(text, index_.method()));
    return out;
  }

  Result<std::vector<std::uint32_t>> waiting_documents() const {
    std::vector<std::uint32_t> numbers;
    const auto take = [&](const RegisteredDocument& one) { numbers.push_back(one.number); };
    WHORL_RETURN_IF_ERROR(count_waiting(index_, index_.facts().draw, take));
    return numbers;
  }

  // The codes of the document of this name, as they were given with it.
  Result<DocumentCodes> registered(const std::string& name) const {
    const DocumentCodes asked{options_.codes.owner, options_.codes.group, name};
    WHORL_ASSIGN_OR_RETURN(const auto number, index_.number_of(asked));
    if (!number) {
      return fail(ErrorCode::not_found,
                  "is not registered under this name, owner and group: nothing of it is refreshed");
    }
    WHORL_ASSIGN_OR_RETURN(auto row, index_.row(*number));
    if (!row) return fail(ErrorCode::corrupt, "its row is missing: whorl registry check says more");
    return std::move(row->document.codes);
  }

  registry::Index& index_;
  const RefreshRegistryOptions& options_;
  registry::Adder adder_;
  std::uint64_t taken_ = 0;
};

}  // namespace

Result<RefreshedRegistry> Registry::refresh(const RefreshRegistryOptions& options,
                                            const Waits& wait, Progress& progress) try {
  registry::Index& index = opened_->index;
  WHORL_RETURN_IF_ERROR(check_draws(index.method()));
  WHORL_RETURN_IF_ERROR(begin_draw(index));
  RefreshRegistryOptions asked = options;
  asked.input.leave_out.push_back(opened_->folder.string());
  Refresh refresh(index, asked);
  RefreshedRegistry summary;
  WHORL_ASSIGN_OR_RETURN(summary.skipped, refresh.run(progress));
  if (options.fetch) {
    WHORL_ASSIGN_OR_RETURN(const auto missing, refresh.fetch(progress));
    summary.skipped.insert(summary.skipped.end(), missing.begin(), missing.end());
  }
  summary.refreshed = refresh.taken();
  if (summary.refreshed > 0) WHORL_RETURN_IF_ERROR(registry::compact(index, progress));
  summary.draw = index.facts().draw;
  WHORL_ASSIGN_OR_RETURN(summary.waiting, count_waiting(index, summary.draw, wait));
  return summary;
} catch (...) {
  return base::caught();
}

}  // namespace whorl
