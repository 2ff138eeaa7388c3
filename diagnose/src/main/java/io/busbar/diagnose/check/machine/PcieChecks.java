package io.busbar.diagnose.check.machine;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.artefact.Signal;
import io.busbar.formats.pci.PciDevice;
import io.busbar.formats.ports.SlotReading;
import java.util.List;

/** PCIe: access control that redirects, links below what devices can, errors. */
public final class PcieChecks implements Check {
  private static final String ACS = "acs-enabled";
  private static final String SLOW = "pcie-link-downgraded";
  private static final String AER = "pcie-aer-errors";

  @Override
  public List<String> codes() {
    return List.of(ACS, SLOW, AER);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<PciDevice> devices = facts.all(PciDevice.class);
    acs(devices, out);
    links(devices, out);
    slots(facts, out);
    aer(facts, out);
  }

  private static void acs(List<PciDevice> devices, Conclusions out) {
    List<PciDevice> listed = devices.stream().filter(d -> !d.acs().isEmpty()).toList();
    if (listed.isEmpty()) {
      return;
    }
    List<PciDevice> redirecting = listed.stream().filter(PciDevice::redirects).toList();
    List<PciDevice> validating = listed.stream().filter(PciDevice::validatesSource).toList();
    if (redirecting.isEmpty() && validating.isEmpty()) {
      out.healthy(
          "No PCIe bridge redirects or validates (ACS).", List.of(listed.getFirst().acsAt()));
      return;
    }
    boolean mapped = redirecting.stream().noneMatch(d -> d.busId().isEmpty());
    List<PciDevice> above = redirecting.stream().filter(d -> leadsToData(d, devices)).toList();
    boolean named =
        redirecting.isEmpty() ? validating.stream().anyMatch(d -> !d.busId().isEmpty()) : mapped;
    if (redirecting.isEmpty() && named) {
      return; // source validation of single ports of a whole listing is how most machines start
    }
    Severity severity =
        !redirecting.isEmpty() && (!mapped || !above.isEmpty())
            ? Severity.CRITICAL
            : Severity.WARNING;
    Conclusion c = Conclusion.of(ACS, severity);
    if (redirecting.isEmpty()) {
      c.confidence(Conclusion.Confidence.LOW)
          .say(
              validating.size()
                  + " of "
                  + listed.size()
                  + " devices validate sources (SrcValid+), none redirects.")
          .at(validating.stream().limit(4).map(PciDevice::acsAt).map(PcieChecks::entry).toList());
    } else {
      c.say(
          redirecting.size()
              + " of "
              + listed.size()
              + " listed devices redirect requests or completions.");
      if (mapped && above.isEmpty()) {
        c.say("None of them is seen above a GPU or a NIC in this listing.");
      }
      for (PciDevice d : redirecting.subList(0, Math.min(4, redirecting.size()))) {
        c.at(d.acsAt()).at(d.at());
      }
    }
    devices.stream()
        .filter(PciDevice::isGpu)
        .filter(d -> d.is().lanes() > 0)
        .findFirst()
        .ifPresent(d -> c.at(d.linkAt()));
    out.add(c);
  }

  private static io.busbar.formats.artefact.Entry entry(io.busbar.formats.artefact.Place place) {
    return () -> place;
  }

  private static boolean leadsToData(PciDevice bridge, List<PciDevice> devices) {
    return devices.stream()
        .filter(d -> d.isGpu() || d.isNic())
        .anyMatch(d ->
            d.bus() >= bridge.firstBus() && d.bus() <= bridge.lastBus() && bridge.firstBus() >= 0);
  }

  private static void links(List<PciDevice> devices, Conclusions out) {
    int good = 0;
    PciDevice example = null;
    for (PciDevice d : devices) {
      if (!d.isGpu() && !d.isNic() || d.is().lanes() == 0) {
        continue;
      }
      boolean narrow = d.can().lanes() > 0 && d.is().lanes() < d.can().lanes();
      boolean slow = d.is().downgraded() || d.can().gigatransfers() > d.is().gigatransfers();
      if (!narrow && !slow) {
        good++;
        example = example == null ? d : example;
        continue;
      }
      boolean idleGpu = d.isGpu() && !narrow;
      Severity severity = idleGpu ? Severity.INFO : narrow ? Severity.CRITICAL : Severity.WARNING;
      out.add(
          Conclusion.of(SLOW, severity)
              .confidence(idleGpu ? Conclusion.Confidence.LOW : Conclusion.Confidence.HIGH)
              .say(
                  d.busId()
                      + " runs at "
                      + d.is().gigatransfers()
                      + " GT/s x"
                      + d.is().lanes()
                      + ", it can "
                      + d.can().gigatransfers()
                      + " GT/s x"
                      + d.can().lanes()
                      + "."
                      + (idleGpu
                          ? " An idle GPU lowers its speed by itself: look under load."
                          : ""))
              .at(d.linkAt())
              .at(d.at()));
    }
    if (good > 0 && example != null) {
      out.healthy(
          good + " GPU(s) and NIC(s) have their full PCIe link.",
          List.of(example.at(), example.linkAt()));
    }
  }

  private static void slots(Facts facts, Conclusions out) {
    for (SlotReading slot : facts.all(SlotReading.class)) {
      if (slot.reduced()) {
        out.add(
            Conclusion.critical(SLOW)
                .say(
                    slot.device()
                        + " ("
                        + slot.busId()
                        + ") runs at "
                        + slot.is()
                        + ", it can "
                        + slot.can()
                        + ".")
                .at(slot.at()));
      }
    }
    for (Signal s : facts.signals("pcie-limited")) {
      if (!s.value("can").isEmpty()) {
        out.add(
            Conclusion.critical(SLOW)
                .say(
                    "A device has "
                        + s.value("has")
                        + " Gb/s of PCIe bandwidth and could have "
                        + s.value("can")
                        + ".")
                .at(s.at()));
      }
    }
  }

  private static void aer(Facts facts, Conclusions out) {
    List<Signal> errors = facts.signals("aer-error");
    if (errors.isEmpty()) {
      return;
    }
    List<Signal> lost = facts.signals("gpu-handle-error", "gpu-fallen");
    boolean corrected =
        errors.stream()
            .allMatch(s ->
                s.value("kind").toLowerCase(java.util.Locale.ROOT).contains("corrected")
                    && !s.value("kind").toLowerCase(java.util.Locale.ROOT).contains("uncorrected"));
    boolean grave = !corrected || !lost.isEmpty();
    Conclusion c = Conclusion.of(AER, grave ? Severity.CRITICAL : Severity.WARNING);
    Signal first =
        errors.stream()
            .filter(s -> !s.value("port").isEmpty())
            .findFirst()
            .orElse(errors.getFirst());
    c.say(
        facts.count("aer-error")
            + " lines of PCIe errors, the first on "
            + first.value("port")
            + " ("
            + first.value("kind")
            + ").");
    errors.stream()
        .filter(s -> !s.value("type").isEmpty())
        .limit(2)
        .forEach(s -> c.say("Type: " + s.value("type").strip() + ".").at(s.at()));
    c.at(facts.signals("aer-bit").stream().limit(1).toList()).at(errors.stream().limit(2).toList());
    lost.stream()
        .limit(1)
        .forEach(s ->
            c.say("A GPU is lost as well: " + s.value("device") + " " + s.value("reason") + ".")
                .at(s.at()));
    out.add(c);
  }
}
