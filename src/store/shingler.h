// Computes the shingles of a record of a collection.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sort_hashes.h"
#include "fingerprints/sketch/shingle_set.h"
#include "fingerprints/sketch/sketch.h"
#include "input/collection.h"
#include "input/convert/convert.h"
#include "input/room.h"
#include "store/document_table.h"
#include "store/record_text.h"
#include "tokens/front_ends.h"

namespace whorl::internal::store {

// What a shingle is.
struct ShingleRule {
  std::uint32_t k = 0;  // symbols, at least 1
  // For words only. Characters of scripts without spaces count by their weight, and short documents
  // also have shingles of letters. Older stores have neither.
  bool weighted = false;
  sketch::LetterRule letters = {};
};

// A tokenizer as the user named it ("html:words"). If empty, the kind of record decides:
// `html:words` for pages, `words` for all else.
class Shingler {
 public:
  static Result<Shingler> make(const std::string& front_end, const ShingleRule& rule);
  // The same with another run's converters.
  Shingler with(bool convert, const Progress* progress = nullptr) const;
  // The same, which also records the positions of shingles.
  Shingler with_positions() const;

  struct Shingled {
    std::uint64_t bytes = 0;
    base::Hash128 content;
    base::Hash128 canonical;
    sketch::ShingleSet set;
    std::vector<std::uint8_t> positions;  // encoded (store/positions.h), if requested
    std::string note;                     // a fallback was taken
    bool by_letters = false;              // is short, and also has shingles of letters
    bool unspaced = false;                // has characters of scripts without spaces as words
    bool weighed = false;                 // … and some of them weigh less than a word
  };

  // A text with its shingles in order, one for each symbol that begins one.
  struct InOrder {
    std::string text;  // as it was read; for a page, its HTML
    std::vector<std::uint64_t> shingles;
    tokens::Origin origin;
  };
  // Not for features, which have no order. Callable from any thread. O(bytes).
  Result<InOrder> in_order(input::CollectionRecord record) const;

  // Reads the file if the record is one, and decodes HTTP bodies. The shingles of a record of
  // features are the features. Callable from any thread. O(bytes log bytes).
  Result<Shingled> operator()(input::CollectionRecord record) const {
    return (*this)(record, input::Room{});
  }
  // The same within `room`. If that is exceeded, `record` does not change; otherwise its content is
  // moved out.
  Result<Shingled> operator()(input::CollectionRecord& record, const input::Room& room) const;

 private:
  struct FrontEndChoice {
    const tokens::FrontEnd* front_end;
    std::string_view argument;
    bool of_words() const;
    FrontEndChoice letters() const;  // gives the letters of the same text; only if of_words()
  };
  FrontEndChoice choice(bool page) const;
  // Memory for symbols, and for their shingles while they are sorted and placed.
  std::uint64_t held_bytes(const tokens::SymbolSpan& symbols) const;
  void place_shingles(const tokens::Canon& canon, const FrontEndChoice& choice,
                      Shingled& out) const;
  std::vector<std::uint64_t> shingles_in_order(const tokens::Symbols& symbols,
                                               const FrontEndChoice& choice) const;
  // Memory that documents reuse; one a thread.
  struct Memory {
    tokens::SymbolMemory symbols;
    base::HashSorter sorter;
  };
  void take_shingles(const tokens::SymbolSpan& symbols, const input::Viewable& text,
                     const FrontEndChoice& choice, Memory& memory, Shingled& out) const;
  Result<Shingled> shingle(const RecordText& text, const input::Room& room, Memory& memory) const;

  const tokens::FrontEnd* front_end_ = nullptr;  // null: the kind of record decides
  std::string argument_;
  ShingleRule rule_;
  bool positions_ = false;
  std::shared_ptr<input::Conversions> conversions_ = std::make_shared<input::Conversions>();
};

}  // namespace whorl::internal::store
