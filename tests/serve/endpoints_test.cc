// The table of endpoints: routes, the description generated from it, and the form of errors.
#include "serve/endpoint.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "serve/job_options.h"
#include "serve/measure_request.h"
#include "serve/open_api.h"
#include "serve/problem.h"
#include "serve/router.h"
#include "serve/search_options.h"

namespace whorl::serve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Router, FindsEachRowByItsOwnPath) {
  for (const Endpoint& endpoint : endpoints()) {
    std::vector<std::string> path;
    std::string rest(endpoint.path.substr(1));
    for (std::size_t at = 0; !rest.empty(); rest.erase(0, at == rest.npos ? at : at + 1)) {
      at = rest.find('/');
      path.push_back(rest.substr(0, at));
    }
    EXPECT_EQ(route(endpoints(), endpoint.method, path).endpoint, &endpoint) << endpoint.path;
  }
}

TEST(Router, HandsOnWhatStandsForNames) {
  const Route found = route(endpoints(), "GET", {"api", "documents", "x/y"});
  ASSERT_NE(found.endpoint, nullptr);
  EXPECT_THAT(found.arguments, ElementsAre("x/y"));
  EXPECT_EQ(route(endpoints(), "HEAD", {"health"}).endpoint,
            route(endpoints(), "GET", {"health"}).endpoint);
}

TEST(Router, TellsWhichMethodsAPathHas) {
  const Route found = route(endpoints(), "PUT", {"api", "documents", "x"});
  EXPECT_EQ(found.endpoint, nullptr);
  EXPECT_EQ(found.allowed, "GET, DELETE");
  for (const std::vector<std::string>& nowhere : {std::vector<std::string>{"nowhere"},
                                                  {"api"},
                                                  {"api", "documents", "x", "y"},
                                                  {"", "api"},
                                                  {"health", ""}}) {
    EXPECT_EQ(route(endpoints(), "GET", nowhere).endpoint, nullptr);
    EXPECT_EQ(route(endpoints(), "GET", nowhere).allowed, "");
  }
}

TEST(OpenApi, DescribesEachRow) {
  const auto document = nlohmann::json::parse(open_api(endpoints()));
  EXPECT_EQ(document.at("openapi"), "3.1.0");
  for (const Endpoint& endpoint : endpoints()) {
    std::string method(endpoint.method);
    for (char& c : method) c = static_cast<char>(std::tolower(c));
    const auto& operation = document.at("paths").at(std::string(endpoint.path)).at(method);
    EXPECT_EQ(operation.at("summary"), endpoint.summary);
    EXPECT_EQ(operation.contains("requestBody"), endpoint.body != Body::none);
    EXPECT_EQ(operation.contains("security"), endpoint.role == Role::anyone) << endpoint.path;
    EXPECT_TRUE(operation.at("responses").contains(std::to_string(endpoint.status)));
  }
  const auto& get = document.at("paths").at("/api/documents/{id}").at("get").at("parameters");
  EXPECT_EQ(get.at(0).at("in"), "path");
}

TEST(Problems, AreDocuments) {
  const Response response = problem(404, "there is no \"x\"");
  EXPECT_EQ(response.status, 404u);
  EXPECT_EQ(response.type, "application/problem+json");
  const auto json = nlohmann::json::parse(response.body);
  EXPECT_EQ(json.at("title"), "Not Found");
  EXPECT_EQ(json.at("status"), 404);
  EXPECT_EQ(json.at("detail"), "there is no \"x\"");
  EXPECT_EQ(problem(Error{ErrorCode::invalid_argument, "x"}).status, 400u);
  EXPECT_EQ(problem(Error{ErrorCode::io, "x"}).status, 500u);
}

TEST(Searches, AreATextOrJson) {
  Request request;
  request.body = "some text";
  request.query = {{"limit", "3"}, {"since", "2026-01-01"}};
  auto search = parse_search(request);
  ASSERT_TRUE(search);
  EXPECT_EQ(search->text, "some text");
  EXPECT_EQ(search->options.limit, 3u);
  request.content_type = "application/json";
  request.body = R"({"text": "a\u00fcb", "containment": 0.25, "exclude_owner": "x"})";
  search = parse_search(request);
  ASSERT_TRUE(search) << search.error().message;
  EXPECT_EQ(search->text, "aüb");
  EXPECT_EQ(search->options.containment, 0.25);
  EXPECT_EQ(search->options.exclude_owner, "x");
}

TEST(Searches, WhatIsNoneIsRefused) {
  Request request;
  for (const char* const query : {"limit", "since", "containment", "other"}) {
    request.query = {{query, "x"}};
    EXPECT_FALSE(parse_search(request)) << query;
  }
  request.query.clear();
  request.content_type = "application/json";
  for (const std::string& body :
       {std::string(), std::string("[]"), std::string("{\"text\": 1}x"),
        std::string("{\"limit\": {}}"), std::string("{\"text\": \"\xff\"}"),
        std::string(1 << 20, '['), std::string("{\"text\": \"x\"} {}")}) {
    request.body = body;
    EXPECT_FALSE(parse_search(request)) << body.substr(0, 20);
  }
}

TEST(Measurements, AreOfTwoTextsAsJson) {
  Request request;
  request.content_type = "application/json";
  request.body =
      R"({"a": "one \u00fc", "b": "two", "methods": " se  min:k=10,s=40 ", "front_end": "words"})";
  const auto asked = parse_measure(request);
  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_EQ(asked->a, "one ü");
  EXPECT_EQ(asked->b, "two");
  EXPECT_THAT(asked->options.methods, ElementsAre("se", "min:k=10,s=40"));
  EXPECT_EQ(asked->options.front_end, "words");
  request.body = R"({"a": "", "b": ""})";
  EXPECT_FALSE(parse_measure(request)->options.methods.empty());
}

TEST(Measurements, WhatIsNoneIsRefused) {
  Request request;
  request.content_type = "application/json";
  for (const std::string& body :
       {std::string(), std::string("[]"), std::string(R"({"a": 1})"), std::string(R"({"c": "x"})"),
        std::string(R"({"a": {"b": "x"}})"), std::string(1 << 20, '['),
        std::string("{\"a\": \"\xff\"}"), std::string(R"({"a": "x"})"),
        std::string(R"({"a": "x", "b": "y"} {})")}) {
    request.body = body;
    EXPECT_FALSE(parse_measure(request)) << body.substr(0, 20);
  }
  request.body = "{\"b\": \"y\", \"a\": \"" + std::string(kMostMeasured + 1, 'x') + "\"}";
  EXPECT_EQ(parse_measure(request).error().code, ErrorCode::limit_exceeded);
  request.body = R"({"a": "x", "b": "y"})";
  EXPECT_TRUE(parse_measure(request));
  request.content_type = "text/plain";
  EXPECT_FALSE(parse_measure(request));
}

TEST(JobOptions, BecomeArgumentsThatNameNoFile) {
  const auto job_arguments = [](const std::map<std::string, std::string>& query) {
    return serve::job_arguments(query, compare_flags());
  };
  EXPECT_THAT(*job_arguments({{"min_similarity", "20%"}, {"anonymize", "true"}}),
              ElementsAre("--anonymize", "--min-similarity=20%"));
  EXPECT_THAT(*job_arguments({{"language", "--output=/tmp/x"}}),
              ElementsAre("--language=--output=/tmp/x"));
  EXPECT_THAT(*job_arguments({{"normalize", "strong"}}), ElementsAre("--normalize=strong"));
  for (const char* const file : {"output", "o", "json", "base", "archive", "review", "metadata",
                                 "against", "key", "timings", "force", ""}) {
    EXPECT_FALSE(job_arguments({{file, "x"}})) << file;
  }
  EXPECT_FALSE(job_arguments({{"language", ""}}));
  EXPECT_FALSE(job_arguments({{"language", "a\nb"}}));
  EXPECT_FALSE(job_arguments({{"anonymize", "perhaps"}}));
  EXPECT_THAT(*serve::job_arguments({{"top", "20"}, {"scheme", "se"}}, pair_options()),
              ElementsAre("--scheme=se", "--top=20"));
  EXPECT_FALSE(serve::job_arguments({{"limit", "20"}}, pair_options()));
}

}  // namespace
}  // namespace whorl::serve
