#include "read/stream_buffer.h"

namespace whorl::internal::read {

std::string_view StreamBuffer::ahead(std::size_t wanted) {
  while (!ended_ && bytes_.size() - at_ < wanted) {
    if (at_ > bytes_.size() / 2) {  // so a byte is moved once on the average
      bytes_.erase(0, at_);
      at_ = 0;
    }
    const auto block = stream_.next();
    if (!block) broken_ = block.error().message;
    ended_ = !block || block->empty();
    if (!ended_) bytes_.append(*block);
  }
  return std::string_view(bytes_).substr(at_);
}

}  // namespace whorl::internal::read
