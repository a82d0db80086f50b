// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/command.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

namespace lookaside::cli {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

fs::path new_folder() {
    std::string name = (fs::temp_directory_path() / "lookaside-cli-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("no temporary folder can be made");
    }
    return name;
}

}  // namespace

long Finished::complaints() const {
    return std::ranges::count(err, '\n');
}

Workplace::Workplace() : folder_(new_folder()) {
    fs::create_directory(folder_ / "work");
}

Workplace::~Workplace() {
    fs::remove_all(folder_);
}

void Workplace::write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / "work" / name) << text;
}

std::string Workplace::contents() const {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "work")) {
        names.insert(entry.path().lexically_relative(folder_ / "work").string());
    }
    std::string lines;
    for (const std::string& name : names) {
        lines += name + "\n";
    }
    return lines;
}

Finished Workplace::run(const std::string& command) const {
    // The script and the captured streams lie outside of the working directory.
    // No word splitting: the tree's path may hold spaces.
    std::ofstream(folder_ / "script") << "IFS=\n"
                                      << "lookaside='" LOOKASIDE_PROGRAM "'\n"
                                      << "launcher='" LOOKASIDE_SOURCE_DIR "/lookaside'\n"
                                      << "scenarios='" LOOKASIDE_SOURCE_DIR "/scenarios'\n"
                                      << command << "\n";
    const std::string shell =
        "cd '" + folder_.string() + "/work' && bash ../script >../out 2>../err </dev/null";
    const int ended = std::system(shell.c_str());
    return {WIFEXITED(ended) ? WEXITSTATUS(ended) : -1, text_of(folder_ / "out"),
            text_of(folder_ / "err")};
}

}  // namespace lookaside::cli
