// Any bytes as what the helper for tables prints: cells lie in their batch, and its end is found.
#include "input/tables/frames.h"
#include "memory_stream.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal::input;
  constexpr std::uint64_t kLimit = 1 << 16;
  whorl::MemoryStream stream({reinterpret_cast<const char*>(data), size});
  FrameReader frames(stream, kLimit);
  RowBatch batch;
  while (true) {
    const auto more = frames.next(batch);
    if (!more || !*more) return 0;
    std::size_t bytes = 0;
    for (std::uint32_t row = 0; row < batch.rows(); ++row) {
      const Cell cell = batch.cell(ColumnRole::text, row);
      fuzz::require(cell.state == CellState::there || cell.bytes.empty());
      bytes += cell.bytes.size();
    }
    fuzz::require(batch.rows() > 0 && bytes <= kLimit);
  }
}
