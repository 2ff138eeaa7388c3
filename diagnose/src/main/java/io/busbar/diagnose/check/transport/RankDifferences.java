package io.busbar.diagnose.check.transport;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Origin;
import io.busbar.formats.artefact.Place;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.ncclrun.Setting;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Versions and settings that must be the same on all hosts and are not. */
public final class RankDifferences implements Check {
  private static final String CODE = "env-or-version-mismatch-between-ranks";

  /** Settings that decide what goes over the wire, so both ends must agree. */
  private static final Set<String> SHARED =
      Set.of(
          "NCCL_ALGO",
          "NCCL_PROTO",
          "NCCL_BUFFSIZE",
          "NCCL_MIN_NCHANNELS",
          "NCCL_MAX_NCHANNELS",
          "NCCL_IB_TC",
          "NCCL_IB_SPLIT_DATA_ON_QPS",
          "NCCL_IB_QPS_PER_CONNECTION",
          "NCCL_NET",
          "NCCL_P2P_NET_CHUNKSIZE",
          "NCCL_NCHANNELS_PER_NET_PEER",
          "NCCL_IB_DISABLE");

  @Override
  public java.util.List<String> codes() {
    return java.util.List.of(CODE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    Values versions = new Values(facts);
    for (Signal s : facts.signals("nccl-version")) {
      if (s.at().text().contains("NCCL INFO")) {
        versions.add("the NCCL version", s.value("version"), s.origin(), s.at());
      }
    }
    versions.conclude(out);
    Values settings = new Values(facts);
    for (Setting s : facts.all(Setting.class)) {
      if (s.command() == Setting.ECHOED && SHARED.contains(s.name())) {
        settings.add(s.name(), s.value(), s.origin(), s.at());
      }
    }
    settings.conclude(out);
  }

  /** The first value that each host tells of something; a host that tells two tells none. */
  private static final class Values {
    private final Facts facts;
    private final Map<String, Map<String, Said>> byName = new LinkedHashMap<>();

    private record Said(String value, Place at, boolean torn) {}

    Values(Facts facts) {
      this.facts = facts;
    }

    void add(String name, String value, Origin origin, Place at) {
      String host = facts.hosts().of(origin, at);
      if (!host.isEmpty()) {
        byName
            .computeIfAbsent(name, n -> new LinkedHashMap<>())
            .merge(
                host,
                new Said(value, at, false),
                (a, b) -> a.value().equals(b.value()) ? a : new Said(a.value(), a.at(), true));
      }
    }

    void conclude(Conclusions out) {
      byName.forEach((name, byHost) -> {
        Map<String, Map.Entry<String, Said>> different = new LinkedHashMap<>();
        for (Map.Entry<String, Said> e : byHost.entrySet()) {
          if (!e.getValue().torn()) {
            different.putIfAbsent(e.getValue().value(), e);
          }
        }
        if (different.size() > 1) {
          Conclusion c = Conclusion.warning(CODE).confidence(Conclusion.Confidence.MEDIUM);
          different.values().stream()
              .limit(4)
              .forEach(e ->
                  c.say("On " + e.getKey() + " " + name + " is " + e.getValue().value() + ".")
                      .at(e.getValue().at()));
          out.add(c);
        }
      });
    }
  }
}
