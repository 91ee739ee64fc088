#include <utility>

#include "read/charset.h"
#include "read/content.h"
#include "read/source.h"

namespace whorl {

Result<Viewable> view(Document document, std::string& note) {
  return decode(std::move(document.bytes), note);
}

}  // namespace whorl
