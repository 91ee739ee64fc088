#include "input/convert/convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "input/charset/content.h"
#include "input/source.h"
#include "make_archive.h"

namespace whorl::internal::input {
namespace {

Conversions conversions;

using ::testing::HasSubstr;
using ::testing::Not;

std::string text_of(const Result<Viewable>& out) {
  if (!out) return "error: " + out.error().message;
  EXPECT_TRUE(out->converted);
  return out->text;
}

TEST(Notebook, CellsInOrderAsPercentFormat) {
  const auto out = convert_notebook(R"({"cells": [
      {"cell_type": "markdown", "source": ["# Title\n", "prose"]},
      {"cell_type": "code", "source": "%matplotlib inline\nx = 1\n", "outputs": ["no"]},
      {"cell_type": "raw", "source": ["r"]}],
      "metadata": {"language_info": {"name": "R"}}, "nbformat": 4})");
  EXPECT_EQ(text_of(out),
            "# %% [markdown]\n# # Title\n# prose\n\n# %%\n# %matplotlib inline\nx = 1\n\n"
            "# %% [raw]\n# r\n");
  EXPECT_EQ(out->language, "r");
}

TEST(Notebook, OlderFormatAndOtherComments) {
  const auto out = convert_notebook(R"({"worksheets": [{"cells": [
      {"cell_type": "code", "input": ["int x;"], "language": "c"}]}],
      "metadata": {"kernelspec": {"language": "C++"}}})");
  EXPECT_EQ(text_of(out), "// %%\nint x;\n");
  EXPECT_EQ(out->language, "c++");
}

TEST(Notebook, AreReadWithAByteOrderMarkAndInUtf16) {
  const std::string cells = R"({"cells": [{"cell_type": "code", "source": "x = 1\n"}]})";
  std::string utf16_le = "\xFF\xFE", utf16_be = "\xFE\xFF";
  for (const char c : cells) {
    utf16_le += {c, '\0'};
    utf16_be += {'\0', c};
  }
  for (const std::string& bytes : {cells, "\xEF\xBB\xBF" + cells, utf16_le, utf16_be}) {
    EXPECT_EQ(text_of(convert_notebook(bytes)), "# %%\nx = 1\n");
  }
}

TEST(Notebook, WhatIsNoneIsReadAsText) {
  std::string note;
  const auto out = view({"a.ipynb", "x = 1\n"}, note, conversions);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->text, "x = 1\n");
  EXPECT_THAT(note, HasSubstr("read as plain text"));
  const auto deep = view({"a.ipynb", std::string(100'000, '[')}, note, conversions);
  EXPECT_TRUE(deep);
}

std::string docx(const std::string& body) {
  return make_archive(
      Packing::zip,
      {{"word/document.xml", "<w:document><w:body>" + body + "</w:body></w:document>", ""},
       {"word/footnotes.xml", "<w:footnotes><w:p><w:t>note</w:t></w:p></w:footnotes>", ""}});
}

TEST(Docx, Paragraphs) {
  const auto out = convert_docx(docx(
      "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t xml:space=\"preserve\">a </w:t></w:r>"
      "<w:r><w:t>b &amp; \u00fc</w:t><w:tab/></w:r><w:del><w:delText>gone</w:delText></w:del></w:p>"
      "\n<w:p><w:t>c</w:t></w:p>"));
  EXPECT_EQ(text_of(out), "a b & \u00fc\t\nc\nnote\n");
}

TEST(Docx, EntitiesDoNotExplode) {
  std::string dtd = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">";
  for (char c = 'b'; c < 'k'; ++c) {
    const std::string before(1, static_cast<char>(c - 1));
    dtd += std::string("<!ENTITY ") + c + " \"&" + before + ";&" + before + ";\">";
  }
  const std::string xml = dtd + "]><w:document><w:p><w:t>x&j;</w:t></w:p></w:document>";
  EXPECT_EQ(text_of(convert_docx(make_archive(Packing::zip, {{"word/document.xml", xml, ""}}))),
            "x&j;\n");
}

TEST(Docx, DeepNestingIsRead) {
  std::string body;
  for (int i = 0; i < 200'000; ++i) body += "<w:x>";
  body += "<w:p><w:t>deep</w:t></w:p>";
  for (int i = 0; i < 200'000; ++i) body += "</w:x>";
  EXPECT_THAT(text_of(convert_docx(docx(body))), HasSubstr("deep\n"));
}

TEST(Docx, BrokenAndEmptyOnesSaySo) {
  EXPECT_THAT(text_of(convert_docx("PK\x03\x04 nothing")), HasSubstr("lacks its text"));
  EXPECT_THAT(text_of(convert_docx(docx("<w:p>"))), HasSubstr("bad XML"));
  EXPECT_THAT(text_of(convert_docx(
                  make_archive(Packing::zip, {{"word/document.xml", "<w:document/>", ""}}))),
              HasSubstr("no text that can be extracted"));
}

TEST(Odt, ParagraphsSpacesAndDeletions) {
  const std::string xml =
      "<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes>"
      "<text:h>Head</text:h>\n<text:p>a<text:s text:c=\"3\"/><text:span>b</text:span> "
      "<text:span>c</text:span><text:line-break/>d<text:s text:c=\"4000000000\"/></text:p>"
      "</office:text>";
  const std::string text =
      text_of(convert_odt(make_archive(Packing::zip, {{"content.xml", xml, ""}})));
  EXPECT_EQ(text.substr(0, 15), "Head\na   b c\nd ");
  EXPECT_LT(text.size(), 2000u);
}

TEST(Odt, EncryptedIsSaid) {
  const std::string archive =
      make_archive(Packing::zip, {{"META-INF/manifest.xml", "<manifest:encryption-data/>", ""},
                                  {"content.xml", "garbage", ""}});
  EXPECT_THAT(text_of(convert_odt(archive)), HasSubstr("with a password"));
}

TEST(Rtf, TextSymbolsAndCharsets) {
  EXPECT_EQ(
      text_of(convert_rtf("{\\rtf1\\ansi\\ansicpg1251{\\fonttbl{\\f0 Arial;}}{\\*\\x no}\r\n"
                          "\\'ff\\u8364?\\par a{\\b b\\v hidden\\v0 c}\\tab d\\\\ \\{\\u-10179?"
                          "\\u-8704?}trailing")),
      "\u044f\u20ac\nabc\td\\ {\U0001F600");
}

TEST(Rtf, FallbackTextIsSkipped) {
  EXPECT_EQ(text_of(convert_rtf("{\\rtf1\\uc2 \\u233 e'x\\uc0\\u233 y}")), "\u00e9x\u00e9y");
}

TEST(Rtf, HostileOnes) {
  EXPECT_THAT(text_of(convert_rtf(std::string(1'000'000, '{'))), HasSubstr("no text"));
  EXPECT_EQ(text_of(convert_rtf("{\\rtf1 a\\bin99999999999999999999 x")), "a");
  EXPECT_EQ(text_of(convert_rtf("{\\rtf1 a\\'")), "a");
}

bool has_program(const char* path) { return access(path, X_OK) == 0; }

// A PDF with one line and without a cross-reference table, which readers rebuild.
std::string small_pdf() {
  const std::string page = "BT /F1 24 Tf 72 700 Td (Copied words) Tj ET";
  return "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
         "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
         "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
         "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
         "4 0 obj<</Length " +
         std::to_string(page.size()) + ">>stream\n" + page +
         "\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
}

TEST(Pages, Pdf) {
  if (!has_program("/usr/bin/pdftotext")) GTEST_SKIP() << "pdftotext is not installed";
  std::string note;
  const auto out = view({"essay.pdf", small_pdf()}, note, conversions);
  EXPECT_THAT(text_of(out), HasSubstr("Copied words"));
  EXPECT_EQ(text_of(view({"x.pdf", "%PDF-1.7\nnonsense"}, note, conversions)),
            "error: is a broken PDF");
}

TEST(Pages, PostScript) {
  if (!has_program("/usr/bin/gs")) GTEST_SKIP() << "ghostscript is not installed";
  std::string note;
  const std::string page =
      "%!PS\n/Helvetica findfont 12 scalefont setfont 72 700 moveto (Copied words) show showpage\n";
  EXPECT_THAT(text_of(view({"a.ps", page}, note, conversions)), HasSubstr("Copied words"));
  EXPECT_THAT(text_of(view({"a.ps",
                            "%!PS\n(/etc/passwd) (r) file 100 string readstring pop show "
                            "showpage\n"},
                           note, conversions)),
              Not(HasSubstr("root:")));
}

TEST(Pages, OneRunHasSoMuchTimeForConverters) {
  std::string note;
  Conversions none(false);
  EXPECT_THAT(text_of(view({"essay.pdf", small_pdf()}, note, none)),
              HasSubstr("converters are switched off"));
  if (!has_program("/usr/bin/pdftotext")) GTEST_SKIP() << "pdftotext is not installed";
  Conversions little(true, 1e-6);
  EXPECT_THAT(text_of(view({"essay.pdf", small_pdf()}, note, little)), HasSubstr("Copied words"));
  EXPECT_THAT(text_of(view({"essay.pdf", small_pdf()}, note, little)),
              HasSubstr("the time limit of this run"));
}

// Neither file is converted, since its first word is too little evidence.
TEST(Pages, NothingIsConvertedForItsFirstWordsAlone) {
  for (const char* text : {"%!PS\nprint('a program in Python')\n", "%PDF-1.7 of a comment\n"}) {
    for (const char* name : {"a.py", "notes.txt", "a.tex"}) {
      EXPECT_EQ(sniff(name, text), Content::text) << name;
    }
  }
  EXPECT_EQ(sniff("letter", "%!PS\nshowpage\n"), Content::text);
  EXPECT_EQ(sniff("letter.EPS", "%!PS\nshowpage\n"), Content::postscript);
  EXPECT_EQ(sniff("essay.bak", small_pdf() + std::string(100, '\1')), Content::pdf);
  std::string note;
  EXPECT_FALSE(view({"a.py", "%!PS\nshowpage\n"}, note, conversions)->converted);
}

TEST(Pages, OldOfficeFilesSaySo) {
  std::string note;
  EXPECT_THAT(text_of(view({"a.doc", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 doc"}, note, conversions)),
              HasSubstr("old Office file"));
}

}  // namespace
}  // namespace whorl::internal::input
