#include "serve/search_options.h"

#include <simdjson.h>

#include <string_view>

#include "serve/invalid.h"
#include "serve/url.h"

namespace whorl::serve {
namespace {

constexpr std::uint64_t kMostHits = 1000;

bool is_date(std::string_view text) {
  if (text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 4 || i == 7 ? text[i] != '-' : text[i] < '0' || text[i] > '9') return false;
  }
  return true;
}

Result<void> set(RegistrySearchOptions& options, const std::string& name,
                 const std::string& value) {
  const auto except = [&] {
    if (!options.except) options.except.emplace();
    return &*options.except;
  };
  if (name == "except_name") {
    except()->name = value;
  } else if (name == "except_owner") {
    except()->owner = value;
  } else if (name == "except_group") {
    except()->group = value;
  } else if (name == "exclude_owner") {
    options.exclude_owner = value;
  } else if (name == "since") {
    if (!is_date(value)) return invalid("'since' is a date such as 2026-05-01");
    options.since = value;
  } else if (name == "limit") {
    if (!parse_number(value, options.limit) || options.limit < 1 || options.limit > kMostHits) {
      return invalid("'limit' is a whole number from 1 to " + std::to_string(kMostHits));
    }
  } else if (name == "singles") {
    if (value != "true" && value != "false") return invalid("'singles' is true or false");
    options.singles = value == "true";
  } else if (name == "containment") {
    double& share = options.containment;
    if (!parse_number(value, share) || !(share >= 0 && share <= 1)) {
      return invalid("'containment' is a share from 0 to 1");
    }
  } else {
    return invalid("a search has no option '" + name +
                   "'; known are limit, exclude_owner, since, singles, containment, except_name, "
                   "except_owner and except_group");
  }
  return {};
}

// The object is flat: nested values are not parsed.
simdjson::error_code read_fields(SearchRequest& search, simdjson::ondemand::object object,
                                 Result<void>& done) {
  for (auto field : object) {
    std::string_view name;
    if (const auto error = field.unescaped_key().get(name)) return error;
    const std::string key(name);
    simdjson::ondemand::value value;
    if (const auto error = field.value().get(value)) return error;
    std::string_view text;
    simdjson::ondemand::json_type type{};
    if (const auto error = value.type().get(type)) return error;
    if (type == simdjson::ondemand::json_type::string) {
      if (const auto error = value.get_string().get(text)) return error;
    } else {
      double number = 0;
      text = value.raw_json_token();
      if (const auto error = value.get_double().get(number)) return error;
      text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    }
    if (key == "text") {
      search.text = text;
    } else if (done = set(search.options, key, std::string(text)); !done) {
      return simdjson::SUCCESS;
    }
  }
  return simdjson::SUCCESS;
}

Result<void> read_json(SearchRequest& search, const std::string& body) {
  const simdjson::padded_string padded(body);
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  Result<void> done;
  auto error = parser.iterate(padded).get(document);
  if (!error) error = document.get_object().get(object);
  if (!error) error = read_fields(search, object, done);
  if (!done) return done;
  if (!error && document.current_location().error() == simdjson::OUT_OF_BOUNDS) return {};
  return invalid(
      "a search in JSON is an object with strings and numbers: {\"text\": \"…\", \"limit\": 5}");
}

}  // namespace

Result<RegistrySearchOptions> parse_search_options(
    const std::map<std::string, std::string>& query) {
  RegistrySearchOptions options;
  for (const auto& [name, value] : query) {
    if (const auto done = set(options, name, value); !done) return tl::unexpected(done.error());
  }
  return options;
}

Result<SearchRequest> parse_search(const Request& request) {
  auto options = parse_search_options(request.query);
  if (!options) return tl::unexpected(options.error());
  SearchRequest search{{}, *std::move(options)};
  if (request.content_type != "application/json") {
    search.text = request.body;
    return search;
  }
  if (const auto done = read_json(search, request.body); !done) return tl::unexpected(done.error());
  return search;
}

}  // namespace whorl::serve
