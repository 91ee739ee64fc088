#include "store/shingler.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/go_on.h"
#include "base/sort_hashes.h"
#include "base/try.h"
#include "fingerprints/sketch/shingle_set.h"
#include "store/positions.h"
#include "tokens/canonical_hash.h"
#include "tokens/memory_text.h"
#include "tokens/word_weights.h"

namespace whorl::internal::store {
namespace {

constexpr std::string_view kWords = "words";

base::Hash128 hash_features(std::span<const std::uint64_t> list) {
  return base::hash128({reinterpret_cast<const char*>(list.data()), list.size_bytes()});
}

bool is_empty(const tokens::SymbolSpan& symbols) {
  return std::visit([](auto list) { return list.empty(); }, symbols);
}

// Features are already shingles: equal sets are equal texts.
Shingler::Shingled of_features(input::CollectionRecord& record) {
  Shingler::Shingled out;
  auto& list = record.features;
  out.bytes = list.size() * sizeof list.front();
  out.content = hash_features(list);
  if (list.empty()) out.note = "is empty and similar to no document";
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  out.set = std::move(list);
  out.canonical = hash_features(out.set);
  return out;
}

}  // namespace

Result<Shingler> Shingler::make(const std::string& front_end, const ShingleRule& rule) {
  Shingler maker;
  maker.rule_ = rule;
  if (rule.k == 0) return fail(ErrorCode::invalid_argument, "a shingle has at least one symbol");
  if (front_end.empty()) return maker;
  const std::string name = front_end.substr(0, front_end.find(':'));
  maker.argument_ = name.size() < front_end.size() ? front_end.substr(name.size() + 1) : "";
  maker.front_end_ = tokens::find_front_end(name);
  if (!maker.front_end_) {
    return fail(ErrorCode::invalid_argument,
                "'" + name + "' is not a tokenizer; `whorl methods` lists them");
  }
  WHORL_RETURN_IF_ERROR(maker.front_end_->check(maker.argument_));
  return maker;
}

Shingler Shingler::with(bool convert, const Progress* progress) const {
  Shingler other = *this;
  other.conversions_ = std::make_shared<input::Conversions>(convert);
  other.conversions_->watch(progress);
  return other;
}

Shingler Shingler::with_positions() const {
  Shingler other = *this;
  other.positions_ = true;
  return other;
}

std::uint64_t Shingler::held_bytes(const tokens::SymbolSpan& symbols) const {
  const std::uint64_t shingle = (positions_ ? 4 : 2) * sizeof(std::uint64_t);
  return std::visit([&](auto list) { return list.size() * (sizeof list.front() + shingle); },
                    symbols);
}

void Shingler::place_shingles(const tokens::Canon& canon, const FrontEndChoice& choice,
                              Shingled& out) const {
  const auto in_order = shingles_in_order(canon.symbols, choice);
  out.set = in_order;
  base::sort_distinct_hashes(out.set);
  out.positions = encode_positions(in_order, out.set, rule_.k, canon.origin);
}

std::vector<std::uint64_t> Shingler::shingles_in_order(const tokens::Symbols& symbols,
                                                       const FrontEndChoice& choice) const {
  if (!rule_.weighted || !choice.of_words()) return sketch::shingles_in_order(symbols, rule_.k);
  const auto& words = std::get<tokens::Tokens>(symbols);
  return sketch::weighted_shingles(words, tokens::weights_of_words(words), rule_.k);
}

// Shingles of words, and of letters if the document is short.
void Shingler::take_shingles(const tokens::SymbolSpan& symbols, const input::Viewable& text,
                             const FrontEndChoice& choice, Memory& memory, Shingled& out) const {
  if (!choice.of_words()) {
    return sketch::shingle_set(symbols, rule_.k, memory.sorter, out.set);
  }
  const auto words = std::get<std::span<const std::uint32_t>>(symbols);
  out.unspaced = rule_.weighted && memory.symbols.weights != tokens::WordWeights::spaced;
  out.weighed = rule_.weighted && memory.symbols.weights == tokens::WordWeights::mixed;
  auto size = static_cast<double>(words.size());
  if (out.weighed) {
    const std::vector<std::uint8_t> weights = tokens::weights_of_words(words);
    size = sketch::total_weight(weights);
    out.set = sketch::weighted_shingles(words, weights, rule_.k);
    memory.sorter.sort_distinct(out.set);
  } else {
    sketch::shingle_set(symbols, rule_.k, memory.sorter, out.set);
  }
  const double share = rule_.letters.share(size);
  if (share == 0) return;
  const FrontEndChoice letters = choice.letters();
  const tokens::SymbolSpan text_symbols =
      tokens::symbols_of(*letters.front_end, text, letters.argument, memory.symbols);
  const std::size_t words_alone = out.set.size();
  sketch::add_letter_shingles(text_symbols, share, out.set);
  out.by_letters = out.set.size() > words_alone;
  memory.sorter.sort_distinct(out.set);
}

Result<Shingler::Shingled> Shingler::operator()(input::CollectionRecord& record,
                                                const input::Room& room) const {
  if (record.shape == input::RecordShape::features) return of_features(record);
  WHORL_ASSIGN_OR_RETURN(auto text, record_text(record, *conversions_, room));
  auto made = tokens::with_thread_memory<Memory>(
      text.viewable.text, [&](Memory& memory) { return shingle(text, room, memory); });
  if (!made && record.shape == input::RecordShape::text)
    record.bytes = std::move(text.viewable.text);
  return made;
}

Result<Shingler::Shingled> Shingler::shingle(const RecordText& text, const input::Room& room,
                                             Memory& memory) const {
  const base::Cancellation watch(conversions_->watched());
  const auto [front_end, argument] = choice(text.page);
  if (positions_) memory.symbols.canon = front_end->canonicalize(text.viewable, argument);
  const tokens::SymbolSpan symbols =
      positions_ ? tokens::span_of(memory.symbols.canon.symbols)
                 : tokens::symbols_of(*front_end, text.viewable, argument, memory.symbols, &watch);
  if (!watch.goes_on()) return base::stopped();
  if (held_bytes(symbols) / input::kHeldPerByte > room.text) return input::too_large_to_hold(room);
  Shingled out{text.bytes, text.content, tokens::canonical_hash(symbols), {}, {}, text.note};
  if (positions_) {
    place_shingles(memory.symbols.canon, {front_end, argument}, out);
  } else {
    take_shingles(symbols, text.viewable, {front_end, argument}, memory, out);
  }
  if (!watch.goes_on()) return base::stopped();
  if (out.note.empty() && is_empty(symbols)) {
    out.note = tokens::note_on_nothing_left(*front_end, argument);
    if (out.note.empty()) out.note = "is empty and similar to no document";
  }
  return out;
}

bool Shingler::FrontEndChoice::of_words() const {
  return front_end->name == kWords || argument.starts_with(kWords);
}

// Tokenizers that extract a text give its letters without an argument.
Shingler::FrontEndChoice Shingler::FrontEndChoice::letters() const {
  return {front_end->name == kWords ? tokens::find_front_end("text") : front_end, ""};
}

Shingler::FrontEndChoice Shingler::choice(bool page) const {
  if (front_end_ != nullptr) return {front_end_, argument_};
  return {tokens::find_front_end(page ? "html" : kWords), page ? kWords : ""};
}

Result<Shingler::InOrder> Shingler::in_order(input::CollectionRecord record) const {
  WHORL_ASSIGN_OR_RETURN(auto text, record_text(record, *conversions_, input::Room{}));
  const auto [front_end, argument] = choice(text.page);
  tokens::Canon canon = front_end->canonicalize(text.viewable, argument);
  auto shingles = shingles_in_order(canon.symbols, {front_end, argument});
  return InOrder{std::move(text.viewable.text), std::move(shingles), std::move(canon.origin)};
}

}  // namespace whorl::internal::store
