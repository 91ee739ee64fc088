// Plots: what is drawn, and which files may be replaced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../temp_folder.h"
#include "lab/lab.h"

namespace whorl::test {
namespace {

using testing::HasSubstr;

LabReport with_plot(const LabPlot& plot) {
  LabReport report;
  report.experiment = "trial";
  report.plot = plot;
  return report;
}

const LabPlot kPlot{"A < B & C", {"x"}, {"y"}, {{"line", {{0, 0}, {5, 1}, {10, .5}}}}};

TEST(LabSvg, PointsStandBetweenTheAxes) {
  const std::string svg = to_svg(kPlot);
  EXPECT_THAT(svg, HasSubstr("A &lt; B &amp; C"));
  // The plot is 500 wide from 70 on, and 350 high from 40 on.
  EXPECT_THAT(svg, HasSubstr("points=\"70.0,390.0 320.0,40.0 570.0,215.0 \""));
  EXPECT_THAT(svg, HasSubstr(">0.6<"));
}

TEST(LabSvg, LogarithmicAxesHavePowersOfTen) {
  const LabPlot plot{"t", {"x", true}, {"y", true}, {{"line", {{1, 1000}, {100, 10}, {10000, 1}}}}};
  const std::string svg = to_svg(plot);
  EXPECT_THAT(svg, HasSubstr("points=\"70.0,40.0 320.0,273.3 570.0,390.0 \""));
  for (const char* tick : {">1<", ">100<", ">1000<"}) EXPECT_THAT(svg, HasSubstr(tick));
}

TEST(LabSvg, EmptyAndFlatPlotsAreDrawn) {
  EXPECT_THAT(to_svg({"t", {"x"}, {"y"}, {}}), HasSubstr("</svg>"));
  EXPECT_THAT(to_svg({"t", {"x"}, {"y"}, {{"one", {{3, 0}}}}}), HasSubstr("</svg>"));
  EXPECT_EQ(to_svg({"t", {"x"}, {"y"}, {{"one", {{3, 0}}}}}).find("nan"), std::string::npos);
}

TEST(LabSvg, IsWrittenOverPlotsAlone) {
  const TempFolder folder("lab_svg");
  const std::string path = folder.path("a.svg");
  ASSERT_TRUE(save_svg(with_plot(kPlot), path));
  EXPECT_EQ(folder.read("a.svg"), to_svg(kPlot));
  EXPECT_TRUE(save_svg(with_plot(kPlot), path));
  folder.write("a.svg", "<svg>mine</svg>");
  EXPECT_FALSE(save_svg(with_plot(kPlot), path));
  EXPECT_EQ(folder.read("a.svg"), "<svg>mine</svg>");
  EXPECT_TRUE(save_svg(with_plot(kPlot), path, true));
  EXPECT_FALSE(save_svg(LabReport{}, path));
}

}  // namespace
}  // namespace whorl::test
