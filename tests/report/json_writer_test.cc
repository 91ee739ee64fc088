#include "jobs/compare/report/report_json.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace whorl::internal::compare::report {
namespace {

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(text, out);
  return out;
}

TEST(JsonWriter, EveryByteGivesAStringThatParses) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string json = json_string(std::string(1, static_cast<char>(byte)) + "x");
    EXPECT_TRUE(nlohmann::json::accept(json)) << byte;
    EXPECT_EQ(json.find('<'), std::string::npos);
  }
}

TEST(JsonWriter, Utf8StaysAndOtherBytesAreSpelled) {
  EXPECT_EQ(json_string("zoë 𝄞"), "\"zoë 𝄞\"");
  EXPECT_EQ(json_string("\xC0\xAF"), R"("\\xc0\\xaf")");           // overlong slash
  EXPECT_EQ(json_string("\xED\xA0\x80"), R"("\\xed\\xa0\\x80")");  // surrogate
  EXPECT_EQ(json_string("\xF4\x90\x80\x80"), R"("\\xf4\\x90\\x80\\x80")");
  EXPECT_EQ(json_string("\xE2\x82"), R"("\\xe2\\x82")");  // truncated
}

TEST(JsonWriter, LineSeparatorsAreEscaped) {
  EXPECT_EQ(json_string("\xE2\x80\xA8\xE2\x80\xA9"), R"("\u2028\u2029")");
}

TEST(JsonWriter, NumbersReadBackTheSame) {
  for (const double number : {0.1, 1.0 / 3, 1e-7, 5e-324, 0.0, 1.0, 123456789.125}) {
    StringSink sink;
    JsonWriter out(sink);
    out.begin_array().value(number).end_array();
    out.flush();
    EXPECT_EQ(nlohmann::json::parse(sink.text)[0].get<double>(), number) << sink.text;
  }
}

TEST(JsonWriter, WhatIsNoNumberIsNull) {
  StringSink sink;
  JsonWriter out(sink);
  out.begin_array().value(std::numeric_limits<double>::quiet_NaN()).end_array();
  out.flush();
  EXPECT_EQ(sink.text, "[null]");
}

TEST(JsonWriter, CommasAndLines) {
  StringSink sink;
  JsonWriter out(sink);
  out.begin_object().member("a", 1u).key("b").begin_array().lines();
  out.value("x").begin_object().end_object();
  out.end_array().member("c", true).end_object();
  out.flush();
  EXPECT_EQ(sink.text, "{\"a\":1,\"b\":[\n\"x\",\n{}\n],\"c\":true}");
}

}  // namespace
}  // namespace whorl::internal::compare::report
