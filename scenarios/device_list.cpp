// SPDX-License-Identifier: Apache-2.0
// Lists of the engine array's devices, as "0:3,5:1".
#include <fmt/format.h>

#include <charconv>

#include "scenarios/codec.h"

namespace lookaside::scenarios {
namespace {

/// A whole number from the start of `text`, which is cut off it; false if there is none.
bool take_number(std::string_view& text, unsigned& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) {
        return false;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool take(std::string_view& text, char expected) {
    if (text.empty() || text.front() != expected) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

}  // namespace

Codec<std::vector<DevicePlace>> device_list() {
    const std::string accepts = "channel:device,channel:device,..., or none";
    return {"devices", accepts,
            [accepts](const RawValue& raw) {
                std::string_view text = detail::text_of(raw, accepts);
                std::vector<DevicePlace> devices;
                while (!text.empty()) {
                    DevicePlace place;
                    const bool first = devices.empty();
                    if (!(first || take(text, ',')) || !take_number(text, place.channel) ||
                        !take(text, ':') || !take_number(text, place.device)) {
                        throw ValueError(fmt::format(
                            "\"{}\" is no list of devices; use for example \"0:3,5:1\"", raw.text));
                    }
                    devices.push_back(place);
                }
                return devices;
            },
            [](const std::vector<DevicePlace>& devices) {
                std::string text;
                for (const DevicePlace& place : devices) {
                    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", place.channel,
                                        place.device);
                }
                return Rendered{text.empty() ? "none" : text, ""};
            }};
}

}  // namespace lookaside::scenarios
