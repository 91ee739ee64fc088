// The text of a posted document that is no plain text, such as a PDF: by a child of this program,
// as `whorl registry texts` has it.
#pragma once

#include "serve/endpoint.h"
#include "serve/message.h"

namespace whorl::serve {

// What `answer` gives of a call with text: a document's is put in its place, and one that has none
// is refused with status 415. Which body is a document its media type says, or else its first
// bytes.
Response with_plain_text(Service& service, const Call& call,
                         Response (*answer)(Service& service, const Call& call));

}  // namespace whorl::serve
