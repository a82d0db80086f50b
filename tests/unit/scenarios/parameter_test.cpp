// SPDX-License-Identifier: Apache-2.0
// The declarations are complete and agree with the configuration's defaults.
#include "scenarios/parameter.h"

#include <algorithm>
#include <set>

#include "tests/support/catch.h"

using namespace lookaside::scenarios;

TEST_CASE("every parameter has a type, a range and one line of help") {
    for (const Parameter& parameter : parameters()) {
        INFO(parameter.name);
        CHECK_FALSE(parameter.type.empty());
        CHECK_FALSE(parameter.accepts.empty());
        CHECK_FALSE(parameter.help.empty());
        CHECK(parameter.help.find('\n') == std::string::npos);
    }
}

TEST_CASE("a parameter's name is its own") {
    std::set<std::string> names;
    for (const Parameter& parameter : parameters()) {
        CHECK(names.insert(parameter.name).second);
    }
}

TEST_CASE("a default is a value that the parameter itself accepts") {
    for (const Parameter& parameter : parameters()) {
        const std::string text = parameter.render(ScenarioConfig{}).text();
        if (text == "none" || text.empty()) {
            continue;  // not set: no value that could be read
        }
        ScenarioConfig config;
        INFO(parameter.name << " = " << text);
        CHECK_NOTHROW(parameter.read({RawValue::Kind::bare, text}, config));
        CHECK(parameter.render(config).text() == text);
    }
}
