#include "input/intake.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "input/charset/content.h"

namespace whorl::internal::input {
namespace {

std::string over_limit(const ReadLimits& limits) {
  const std::string limit = human_bytes(limits.file_bytes);
  if (limits.by_memory)
    return "is too large for the memory limit: more than " + limit + "; give more --memory";
  return "is larger than the limit of " + limit + " a file";
}

// Frees memory that was reserved for more bytes than arrived.
void fit(std::string& bytes) {
  constexpr std::size_t kSlack = 1024;
  if (bytes.capacity() > bytes.size() + bytes.size() / 4 + kSlack) bytes.shrink_to_fit();
}

// Why a document of this type is not read; empty if it is read.
std::string refusal(const std::string& name, Content content, const std::string& head,
                    const ReadOptions& options) {
  if (options.keep_binary) return {};
  if (content == Content::binary) return std::string(kBinaryReason);
  if (content == Content::unsupported) return std::string(unsupported_reason(name, head));
  return {};
}

// Reads the bytes after the head; a short head is the whole input.
Result<void> read_rest(Input& input, const ReadLimits& limits, std::string& bytes) {
  if (input.promised_bytes() > limits.file_bytes) {
    return fail(ErrorCode::limit_exceeded, over_limit(limits));
  }
  if (bytes.size() == kSniffBytes) {
    WHORL_RETURN_IF_ERROR(input.read(bytes, limits.file_bytes + 1));
  }
  if (bytes.size() > limits.file_bytes) {
    return fail(ErrorCode::limit_exceeded, over_limit(limits));
  }
  return {};
}

}  // namespace

void take_in(std::string name, Input& input, const IntakeRules& rules, ArchiveBudget* budget,
             ReadResult& out) {
  const bool wanted = rules.filter.takes_file(name);
  const auto skip = [&](std::string reason) {
    out.skipped.push_back({std::move(name), std::move(reason)});
  };
  std::string bytes;
  const auto head = input.read(bytes, kSniffBytes);
  const Content content = sniff(name, bytes);
  if (!wanted && content != Content::archive) return;
  if (!head) return skip(head.error().message);
  if (std::string reason = refusal(name, content, bytes, rules.options); !reason.empty()) {
    return skip(std::move(reason));
  }
  if (const auto rest = read_rest(input, rules.options.limits, bytes); !rest) {
    return skip(rest.error().message);
  }
  if (content != Content::archive) {
    fit(bytes);
    out.documents.push_back({std::move(name), std::move(bytes), input.modified()});
    base::MemoryTally* const tally = rules.options.tally;
    const bool fits = tally == nullptr || tally->add(held_bytes(out.documents.back()));
    if (!fits && budget != nullptr) budget->spent = true;
    return;
  }
  ArchiveBudget own;
  own.stored_bytes = bytes.size();
  ArchiveBudget& charged = budget == nullptr ? own : *budget;
  const auto take_member = [&](std::string member, Input& contents) {
    take_in(std::move(member), contents, rules, &charged, out);
  };
  unpack({name, bytes}, rules, charged, take_member, out.skipped);
}

}  // namespace whorl::internal::input
