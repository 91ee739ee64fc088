#include "tokens/fold_table.h"

#include <unicode/normalizer2.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

#include "base/allocated.h"

namespace whorl::internal::tokens {
namespace {

// ICU fails if memory runs out or if its data are missing. Without this check, characters would
// silently be folded in another way.
void check(UErrorCode status) {
  base::throw_if_out_of_memory(status == U_MEMORY_ALLOCATION_ERROR);
  if (U_FAILURE(status)) throw std::runtime_error(std::string("ICU: ") + u_errorName(status));
}

template <class Get>
auto loaded(Get get) {
  UErrorCode status = U_ZERO_ERROR;
  const auto made = get(status);
  check(status);
  return made;
}

const icu::Normalizer2& normalizer(bool keeps_case) {
  static const icu::Normalizer2& kFolding = *loaded(icu::Normalizer2::getNFKCCasefoldInstance);
  static const icu::Normalizer2& kKeeping = *loaded(icu::Normalizer2::getNFKCInstance);
  return keeps_case ? kKeeping : kFolding;
}

// Characters that NFKC_Casefold drops and NFKC keeps: soft hyphens, joiners, variation selectors.
bool is_unseen(char32_t c) {
  return u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

// One at a time, because the context of a character does not change its form.
char32_t simplified(char32_t c) {
  static const std::unique_ptr<const icu::Transliterator> kForms(loaded([](UErrorCode& status) {
    return icu::Transliterator::createInstance("Hant-Hans", UTRANS_FORWARD, status);
  }));
  icu::UnicodeString text(static_cast<UChar32>(c));
  kForms->transliterate(text);
  return static_cast<char32_t>(text.char32At(0));
}

bool is_unspaced(char32_t c) {
  static constexpr UScriptCode kUnspaced[] = {USCRIPT_HAN,    USCRIPT_HIRAGANA, USCRIPT_KATAKANA,
                                              USCRIPT_THAI,   USCRIPT_LAO,      USCRIPT_KHMER,
                                              USCRIPT_MYANMAR};
  // Extensions count: the prolonged sound mark of Japanese belongs to no single script.
  return std::any_of(std::begin(kUnspaced), std::end(kUnspaced), [&](UScriptCode script) {
    return uscript_hasScript(static_cast<UChar32>(c), script);
  });
}

}  // namespace

Fold FoldTable::fold_of(char32_t c) const {
  Fold fold;
  fold.joins = !normalizer(keeps_case()).hasBoundaryBefore(static_cast<UChar32>(c)) ||
               (keeps_case() && is_unseen(c));
  std::u32string folded;
  fold_piece({&c, 1}, folded);
  fold.kind = folded.empty()       ? Fold::Kind::none
              : folded.size() == 1 ? Fold::Kind::one
                                   : Fold::Kind::several;
  if (fold.kind == Fold::Kind::one) {
    fold.code_point =
        rule_ == Rule::variants && folded[0] >= kFirstHan ? simplified(folded[0]) : folded[0];
    fold.char_class = FoldTable::class_of(folded[0]);
  }
  return fold;
}

std::string unicode_version() {
  UVersionInfo version;
  u_getUnicodeVersion(version);
  return std::to_string(version[0]) + "." + std::to_string(version[1]);
}

const FoldTable& FoldTable::instance() {
  static const FoldTable table(Rule::case_alone);
  return table;
}

const FoldTable& FoldTable::merging_variants() {
  static const FoldTable table(Rule::variants);
  return table;
}

const FoldTable& FoldTable::keeping_case() {
  static const FoldTable table(Rule::no_case);
  return table;
}

FoldTable::~FoldTable() {
  for (auto& page : pages_) delete page.load();
}

const FoldTable::Page& FoldTable::fill(std::size_t page) const {
  auto filled = std::make_unique<Page>();
  for (std::size_t i = 0; i < filled->size(); ++i) {
    (*filled)[i] = fold_of(static_cast<char32_t>(page << 8 | i));
  }
  const Page* present = nullptr;
  if (pages_[page].compare_exchange_strong(present, filled.get(), std::memory_order_acq_rel)) {
    present = filled.release();
  }
  return *present;
}

void FoldTable::fold_piece(std::u32string_view piece, std::u32string& folded) const {
  folded.clear();
  icu::UnicodeString source;
  for (char32_t c : piece) {
    if (!keeps_case() || !is_unseen(c)) source.append(static_cast<UChar32>(c));
  }
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString result = normalizer(keeps_case()).normalize(source, status);
  check(status);
  for (std::int32_t i = 0; i < result.length(); i = result.moveIndex32(i, 1)) {
    folded.push_back(static_cast<char32_t>(result.char32At(i)));
  }
}

CharClass FoldTable::class_of(char32_t folded) {
  const auto c = static_cast<UChar32>(folded);
  const std::uint32_t category = U_MASK(u_charType(c));
  if (category & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) {
    return is_unspaced(folded) ? CharClass::unspaced : CharClass::letter;
  }
  return u_isUWhiteSpace(c) ? CharClass::space : CharClass::other;
}

}  // namespace whorl::internal::tokens
