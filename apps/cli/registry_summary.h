// What whorl registry shows on the terminal.
#pragma once

#include <string>

#include "whorl/pairwise.h"
#include "whorl/registry.h"

namespace whorl::cli {

void show(const AddedToRegistry& added);
void show(const RegistryAnswer& answer);
void show(const RegisteredDocument& document);
void show_line(const RegisteredDocument& document);
// For a document whose text must be given again.
void show_waiting(const RegisteredDocument& document);
void show(const RefreshedRegistry& refreshed);
void show(const ExportedFromRegistry& exported, const std::string& segment);
void show(const RegistryStats& stats);
void show(const SearchSuspicions& suspicions);
void show(const RegistryCheck& check, const std::string& folder);
void show(const PairwiseTest& test);

}  // namespace whorl::cli
