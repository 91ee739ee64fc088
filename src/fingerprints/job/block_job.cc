#include "fingerprints/job/block_job.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "base/stages.h"
#include "base/utf8.h"
#include "fingerprints/kernels/controls.h"
#include "fingerprints/select/block_selection.h"
#include "input/charset/content.h"
#include "tokens/block_symbols.h"
#include "tokens/consonants.h"
#include "tokens/fold.h"
#include "tokens/front_ends.h"

namespace whorl::internal::job {
namespace {

constexpr std::size_t kBlock = 256 << 10;
constexpr std::size_t kSeam = 1024;  // bytes after a block in which the next may begin

// A block that is being processed.
struct Block {
  Block(std::size_t room, std::size_t before) : bytes(room), symbols(before) {}
  std::vector<char> bytes;
  std::size_t own = 0;  // bytes that belong only to this block
  kernels::ControlCount controls;
  tokens::BlockSymbols symbols;
  std::uint64_t begin = 0;  // the number in the text of the first symbol
  select::BlockMinima selected;
};

// The beginning of the first piece of folding in text[from, …); text.size() if there is none.
std::size_t first_piece(std::string_view text, std::size_t from) {
  while (from < text.size() &&
         (base::is_utf8_continuation(text[from]) || tokens::joins_at(text, from)))
    ++from;
  return from;
}

const tokens::BlockPath* block_path_of(const Recipe& recipe) {
  return tokens::block_path(*tokens::find_front_end(recipe.front_end), recipe.argument);
}

class BlockJob {
 public:
  BlockJob(const BlockSource& source, const Recipe& recipe, bool keep)
      : source_(source),
        recipe_(recipe),
        keep_(keep),
        front_end_(*block_path_of(recipe)),
        selection_(recipe),
        block_(std::max(kBlock, 4 * selection_.reach())),
        before_(tokens::Bytes()) {}

  std::optional<BlockJobResult> run(unsigned threads) {
    blocks_ = std::max<std::uint64_t>(1, (source_.bytes + block_ - 1) / block_);
    base::Stages<Block, BlockJob>(blocks_, 3 * base::thread_count(threads), *this).run(threads);
    if (failed_ || input::too_many_controls(controls_, result_.bytes)) return std::nullopt;
    result_.kgrams = result_.symbols < recipe_.k ? 0 : result_.symbols - recipe_.k + 1;
    result_.longest_gap = std::max(result_.longest_gap, result_.kgrams - next_);
    return std::move(result_);
  }

  // The stages of a block; once one has failed, nothing more is done.
  std::unique_ptr<Block> make() const {
    return std::make_unique<Block>(block_ + kSeam, selection_.reach());
  }

  void read(std::size_t i, Block& block) {
    if (!failed_) block.own = read_symbols(i, block);
  }

  void join(std::size_t, Block& block) {
    if (failed_) return;
    block.symbols.put_before(before_);
    before_ = block.symbols.last(selection_.reach());
    block.begin = result_.symbols - block.symbols.before();
    result_.symbols += block.symbols.size();
    result_.bytes += block.own;
    controls_ += block.controls;
  }

  void work(std::size_t i, Block& block) const {
    if (!failed_) selection_.select(block.symbols, i + 1 == blocks_, block.selected);
  }

  void close(std::size_t i, const Block& block) {
    if (!failed_) add(block, i + 1 == blocks_);
  }

 private:
  // Reads the symbols of block i; returns its size in bytes. Fails if it is no plain text.
  std::size_t read_symbols(std::size_t i, Block& block) {
    const std::uint64_t offset = i * block_;
    const std::size_t seam = front_end_.is_text ? kSeam : 0;
    const std::uint64_t want = std::min<std::uint64_t>(block_ + seam, source_.bytes - offset);
    const Result<std::size_t> got = source_.read(offset, std::span(block.bytes).first(want));
    if (!got) return give_up();
    const std::string_view found(block.bytes.data(), *got);
    const std::size_t own = std::min(block_, found.size());
    if (!front_end_.is_text) {
      (block.symbols.*front_end_.take)(found);
      return own;
    }
    const bool more = *got == want && offset + want < source_.bytes;
    const auto text = pieces_of(found, own, i == 0, more);
    if (!text || !is_plain(*text, block.controls)) return give_up();
    (block.symbols.*front_end_.take)(*text);
    if (front_end_.has_prologue && i == 0 && !leave_out_prologue(block.symbols)) return give_up();
    return own;
  }

  // A block extends from the first piece of folding in it to the first one in the next. A character
  // that the seam may have cut cannot decide where a piece begins.
  static std::optional<std::string_view> pieces_of(std::string_view found, std::size_t own,
                                                   bool first, bool more) {
    if (first && found.starts_with(base::kUtf8Bom)) {
      found.remove_prefix(base::kUtf8Bom.size());
      own -= std::min(own, base::kUtf8Bom.size());
    }
    const std::size_t begin = first ? 0 : first_piece(found, 0);
    const std::size_t end = first_piece(found, own);
    if (begin > kSeam - 4 || (more && end + 4 > found.size())) return std::nullopt;
    return found.substr(begin, end - begin);
  }

  static bool is_plain(std::string_view text, kernels::ControlCount& controls) {
    controls = kernels::count_controls(text);
    return controls.nuls == 0 && (controls.ascii || base::is_utf8(text));
  }

  // False if the first block has too few consonants to decide if there is a prologue.
  bool leave_out_prologue(tokens::BlockSymbols& first) const {
    const std::size_t prologue = tokens::prologue_of(first.size());
    first.drop_first(prologue);
    return prologue > 0 || blocks_ == 1;
  }

  std::size_t give_up() {
    failed_ = true;
    return 0;
  }

  void add(const Block& block, bool last) {
    Fingerprints& out = result_.fingerprints;
    const std::size_t before = keep_ ? out.size() : 0;
    if (!keep_) {
      out.hash.clear();
      out.position.clear();
    }
    selection_.add(block.symbols, block.begin, block.selected, out);
    for (std::size_t i = before; i < out.size(); ++i) {
      result_.longest_gap = std::max(result_.longest_gap, out.position[i] - next_);
      next_ = out.position[i] + std::uint64_t{1};
    }
    result_.count += out.size() - before;
    if (last && !keep_) out = {};
  }

  const BlockSource& source_;
  const Recipe& recipe_;
  const bool keep_;
  const tokens::BlockPath& front_end_;
  select::BlockSelection selection_;
  const std::size_t block_;  // bytes
  std::size_t blocks_ = 0;
  std::atomic<bool> failed_ = false;
  // Written only in order.
  tokens::Symbols before_;  // the last of the blocks so far
  kernels::ControlCount controls_;
  BlockJobResult result_;
  std::uint64_t next_ = 0;  // the k-gram after the last fingerprint
};

}  // namespace

bool fits_blocks(const Recipe& recipe) {
  return !recipe.has_chunks() && block_path_of(recipe) != nullptr &&
         select::BlockSelection::fits(recipe);
}

std::optional<BlockJobResult> fingerprint_blocks(const BlockSource& source, const Recipe& recipe,
                                                 unsigned threads, bool keep) {
  return BlockJob(source, recipe, keep).run(threads);
}

}  // namespace whorl::internal::job
