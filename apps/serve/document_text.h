// Reads the text of a posted document that is not plain text, such as a PDF. A child of this
// program reads it, as `whorl registry texts` does.
#pragma once

#include "serve/endpoint.h"
#include "serve/message.h"

namespace whorl::serve {

// Calls `answer` with the text in place of a document. A document without text is refused with
// status 415. The media type decides whether the body is a document, otherwise its first bytes.
Response with_plain_text(Service& service, const Call& call,
                         Response (*answer)(Service& service, const Call& call));

}  // namespace whorl::serve
