// SPDX-License-Identifier: Apache-2.0
// The declaration of one parameter: name, type, range, default, help.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/codec.h"
#include "scenarios/config.h"

namespace lookaside::scenarios {

/// Which systems have the part that a parameter describes: a bit a SystemKind.
enum class Scope : std::uint8_t {
    fpga_ipsec = 1,
    pcie_link = 2,
    engine_array = 4,
    with_host = fpga_ipsec | engine_array,
    any_system = fpga_ipsec | pcie_link | engine_array,
};

struct Parameter {
    std::string name;  // "fabric.lanes"
    std::string type;
    std::string accepts;
    std::string help;  // one line
    Scope scope = Scope::any_system;
    /// Reads a value into the configuration; throws ValueError.
    std::function<void(const RawValue&, ScenarioConfig&)> read;
    /// The value a configuration holds.
    std::function<Rendered(const ScenarioConfig&)> render;

    std::string section() const { return name.substr(0, name.find('.')); }
    std::string key() const { return name.substr(name.find('.') + 1); }
    bool belongs_to(SystemKind system) const {
        return ((static_cast<unsigned>(scope) >> static_cast<unsigned>(system)) & 1U) != 0;
    }
};

/// Declares the parameters of one section, which is one struct of the configuration. `Access` finds
/// that struct: a generic lambda from (const) ScenarioConfig& to the struct's (const) reference.
template <typename Access>
class SectionDeclaration {
  public:
    SectionDeclaration(std::vector<Parameter>& parameters, std::string name, Scope scope,
                       Access access)
        : parameters_(parameters), name_(std::move(name)), scope_(scope), access_(access) {}

    template <typename Section, typename T>
    SectionDeclaration& add(std::string_view key, T Section::*member, Codec<T> codec,
                            std::string_view help) {
        return add(key, member, std::move(codec), help, scope_);
    }

    /// A parameter of fewer systems than its section.
    template <typename Section, typename T>
    SectionDeclaration& add(std::string_view key, T Section::*member, Codec<T> codec,
                            std::string_view help, Scope scope) {
        Parameter parameter;
        parameter.name = name_ + "." + std::string(key);
        parameter.type = codec.type;
        parameter.accepts = codec.accepts;
        parameter.help = help;
        parameter.scope = scope;
        parameter.read = [access = access_, member, read = codec.read](const RawValue& raw,
                                                                       ScenarioConfig& config) {
            access(config).*member = read(raw);
        };
        parameter.render = [access = access_, member,
                            render = codec.render](const ScenarioConfig& config) {
            return render(access(config).*member);
        };
        parameters_.push_back(std::move(parameter));
        return *this;
    }

  private:
    std::vector<Parameter>& parameters_;
    std::string name_;
    Scope scope_;
    Access access_;
};

/// Every parameter, by section in the order of a scenario file.
const std::vector<Parameter>& parameters();

/// The parameter of that name, or nullptr.
const Parameter* find_parameter(std::string_view name);

/// What to say about a name that is none: "unknown parameter; did you mean "x"?".
std::string unknown_parameter(std::string_view name);

/// The sections, in order.
std::vector<std::string> section_names();

}  // namespace lookaside::scenarios
