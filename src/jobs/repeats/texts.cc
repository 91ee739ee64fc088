#include "jobs/repeats/texts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/parallel.h"
#include "base/random_word.h"
#include "base/try.h"
#include "store/batch.h"
#include "store/ingest.h"
#include "store/record_text.h"
#include "store/stopped.h"
#include "tokens/memory_text.h"
#include "tokens/words.h"

namespace whorl::internal::repeats {
namespace {

constexpr auto kFrontEnds = std::to_array<std::string_view>({"words", "words:se", "text"});
constexpr std::uint32_t kMaxRun = 1 << 16;

struct WordMemory {
  tokens::Tokens words;
  tokens::WordHashes hashes;
};

// Without the origin.
Result<tokens::Symbols> symbols_alone(std::string_view text, const Grid& grid) {
  const tokens::FrontEnd& row = *tokens::find_front_end(grid.recipe.front_end);
  return tokens::with_thread_memory<tokens::MemoryText>(
      text, [&](tokens::MemoryText& memory) -> Result<tokens::Symbols> {
        WHORL_ASSIGN_OR_RETURN(const auto symbols, memory.symbols(row, grid.recipe.argument, text));
        return std::visit(
            [](auto list) -> tokens::Symbols { return std::vector(list.begin(), list.end()); },
            symbols);
      });
}

bool wants_more(const Result<Text>& made) {
  return !made && made.error().code == ErrorCode::limit_exceeded;
}

}  // namespace

Result<Grid> make_grid(const std::string& front_end, std::uint32_t run) {
  return make_grid(front_end, run, run / 2 + 1);
}

Result<Grid> make_grid(const std::string& front_end, std::uint32_t run, std::uint32_t window) {
  if (std::ranges::find(kFrontEnds, front_end) == kFrontEnds.end()) {
    return fail(
        ErrorCode::invalid_argument,
        "'" + front_end +
            "' drops parts of the text; passages can be found with words, words:se or text");
  }
  if (run < 2 || run > kMaxRun) {
    return fail(ErrorCode::invalid_argument, "a repeat has at least 2 and at most 65536 symbols");
  }
  Grid grid;
  grid.run = run;
  grid.window = window;
  grid.word_seed = base::random_word();
  const std::uint32_t k = run - grid.window + 1;
  WHORL_ASSIGN_OR_RETURN(grid.recipe, parse_recipe(front_end + "/k=" + std::to_string(k) +
                                                   "/winnow:w=" + std::to_string(grid.window)));
  return grid;
}

Result<tokens::Canon> symbols_of(std::string_view text, const Grid& grid) {
  const tokens::FrontEnd& row = *tokens::find_front_end(grid.recipe.front_end);
  return tokens::MemoryText::canonicalize(row, grid.recipe.argument, text);
}

Result<Texts> Texts::open(const CollectionInput& input, const RunLimits& limits, const Grid& grid,
                          Want want, Progress& progress) {
  if (!input.features_field.empty()) {
    return fail(ErrorCode::invalid_argument, "features have no passages; use texts");
  }
  Texts texts(limits, grid, want, progress);
  if (input.records != nullptr) WHORL_RETURN_IF_ERROR(input.records->rewind());
  WHORL_ASSIGN_OR_RETURN(texts.collection_, store::open_collection(input, "", want == Want::lines,
                                                                   limits.memory, &progress));
  texts.collection_->watch(progress);
  texts.conversions_ = std::make_shared<input::Conversions>(input.convert);
  texts.conversions_->watch(&progress);
  return texts;
}

Result<void> Texts::add_symbols(Text& text) const {
  if (want_ == Want::symbols || !grid_.is_of_words()) {
    WHORL_ASSIGN_OR_RETURN(text.symbols, symbols_alone(text.text, grid_));
    return {};
  }
  WHORL_RETURN_IF_ERROR(tokens::check_text_size(text.text));
  tokens::with_thread_memory<WordMemory>(text.text, [&](WordMemory& memory) {
    memory.hashes.seed = grid_.word_seed;
    tokens::words_symbols(text.text, tokens::word_rule(grid_.recipe.argument), memory.words,
                          memory.hashes);
    text.symbols = tokens::Tokens(memory.words);
    text.word_hashes = memory.hashes.list;
  });
  return {};
}

Result<Text> Texts::make(input::CollectionRecord& record, const input::Room& room) const {
  WHORL_ASSIGN_OR_RETURN(auto found, store::record_text(record, *conversions_, room));
  Text out;
  out.bytes = found.bytes;
  out.note = std::move(found.note);
  out.text = store::shown_text(std::move(found));
  if (want_ != Want::lines) WHORL_RETURN_IF_ERROR(add_symbols(out));
  out.content = base::hash128(out.text);
  out.record = std::move(record);
  return out;
}

Result<std::vector<Text>> Texts::next() {
  std::vector<Text> texts;
  while (texts.empty()) {
    if (progress_.cancelled()) return store::stopped();
    WHORL_ASSIGN_OR_RETURN(auto batch, store::read_batch(*collection_, *budget_));
    if (batch.empty()) break;
    std::vector<std::optional<Result<Text>>> made(batch.size());
    base::parallel_for(batch.size(), threads_, [&](std::size_t i) {
      const input::Room room = store::expected_room(batch[i]);
      if (room.held() > budget_->together()) return;
      const auto charge = budget_->take(room.held());
      made[i] = make(batch[i], room);
    });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (!made[i] || wants_more(*made[i])) {
        made[i] = make(batch[i], store::whole_room(budget_->memory()));
      }
      Result<Text>& text = *made[i];
      if (!text && text.error().code == ErrorCode::cancelled) return store::stopped();
      const std::string& why = text ? text->note : text.error().message;
      if (!why.empty()) {
        const SkipKind kind = text ? SkipKind::fallback : SkipKind::skipped;
        const std::string& place = text ? text->record.place : batch[i].place;
        skipped_.add({place, why, kind, text ? text->record.row : batch[i].row});
      }
      if (text) texts.push_back(std::move(*text));
    }
    const std::uint64_t taken = collection_->taken_bytes();
    progress_.advance(taken - std::exchange(told_, taken));
  }
  return texts;
}

std::vector<Skipped> Texts::skipped() const {
  std::vector<Skipped> all = collection_->skipped();
  for (Skipped& item : skipped_.list()) all.push_back(std::move(item));
  return all;
}

Result<std::uint64_t> Texts::input_bytes() const { return store::input_bytes(*collection_); }

}  // namespace whorl::internal::repeats
