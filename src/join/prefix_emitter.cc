#include "join/prefix_emitter.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/try.h"
#include "join/document_prefix.h"

namespace whorl::internal::join {
namespace {

constexpr std::size_t kDocumentsATask = 32;

}  // namespace

void SketchBatch::add(store::DocId doc, const sketch::SketchView& sketch,
                      const std::vector<std::uint64_t>& shared) {
  hashes_.insert(hashes_.end(), sketch.hashes.begin(), sketch.hashes.end());
  shared_.insert(shared_.end(), shared.begin(), shared.end());
  documents_.push_back({doc, sketch.modulus, hashes_.size(), shared_.size()});
}

void SketchBatch::clear() {
  documents_.clear();
  hashes_.clear();
  shared_.clear();
}

SketchBatch::Document SketchBatch::document(std::size_t i) const {
  const Entry& at = documents_[i];
  const std::size_t hashes = i == 0 ? 0 : documents_[i - 1].hashes_end;
  const std::size_t shared = i == 0 ? 0 : documents_[i - 1].shared_end;
  return {at.doc, at.modulus, std::span(hashes_).subspan(hashes, at.hashes_end - hashes),
          std::span(shared_).subspan(shared, at.shared_end - shared)};
}

Result<void> PrefixEmitter::emit(const SketchBatch& batch) {
  if (least_.seeks_none()) return {};
  const std::size_t tasks = (batch.size() + kDocumentsATask - 1) / kDocumentsATask;
  std::vector<std::vector<Prefix>> made(tasks);
  base::parallel_for(tasks, threads_, [&](std::size_t task) {
    const std::size_t end = std::min(batch.size(), (task + 1) * kDocumentsATask);
    for (std::size_t i = task * kDocumentsATask; i < end; ++i)
      append(batch.document(i), made[task]);
  });
  for (const std::vector<Prefix>& prefixes : made) {
    entries_ += prefixes.size();
    WHORL_RETURN_IF_ERROR(sorter_.add_all(prefixes));
  }
  return {};
}

void PrefixEmitter::append(const SketchBatch::Document& document, std::vector<Prefix>& out) const {
  std::vector<phases::PrefixShingle> prefix;
  const phases::JoinedSketch sketch{document.hashes, document.modulus, document.shared};
  for (std::size_t level = 0; level < moduli_.size(); ++level) {
    const std::uint64_t modulus = moduli_[level];
    if (modulus < document.modulus) continue;
    prefix.clear();
    const std::uint64_t size = kept_at(sketch, modulus);
    append_prefix(sketch, modulus, size, least_.at(modulus, size), prefix);
    for (const phases::PrefixShingle& at : prefix) {
      out.push_back({at.shingle, static_cast<std::uint32_t>(size), document.doc, at.position,
                     static_cast<std::uint16_t>(level), modulus == document.modulus});
    }
    if (size == 0) break;  // coarser levels are empty too
  }
}

}  // namespace whorl::internal::join
