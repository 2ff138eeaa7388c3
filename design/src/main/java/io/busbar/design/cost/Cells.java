package io.busbar.design.cost;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.design.answer.DecisionAnswer.Side;
import io.busbar.design.input.Assumption;
import io.busbar.design.input.Assumptions;
import io.busbar.model.catalog.NodeKeys;
import io.busbar.model.fact.Range;
import io.busbar.model.hardware.SwitchType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures of a comparison as the cells of its ten rows print them. Stateless. */
final class Cells {
  private Cells() {}

  static Map<String, String> of(
      Candidate ib, Candidate roce, Assumptions a, List<Side> sides, String decision) {
    SwitchType ibSwitch = ib.design().request().switchType();
    SwitchType roceSwitch = roce.design().request().switchType();
    Map<String, String> cells = new LinkedHashMap<>();
    cells.put("ib_latency", latency(ib));
    double nic = ib.design().request().node().nicBytesPerSecond();
    cells.put("nic_rate", new Bandwidth(nic).inBits() + " (" + new Bandwidth(nic) + ")");
    cells.put("efficiency", "a factor of " + range(a.get("network_efficiency_roce"), "", "", 1));
    cells.put("ib_switch", switchPrice(ibSwitch, a.get("switch_usd_per_tbps_ib")));
    cells.put("roce_switch", switchPrice(roceSwitch, a.get("switch_usd_per_tbps_roce")));
    boolean dear = a.likely("switch_usd_per_tbps_ib") > a.likely("switch_usd_per_tbps_roce");
    cells.put("switch_winner", dear ? "RoCE per Tb/s" : "IB per Tb/s");
    cells.put("ib_nic", range(a.get("nic_usd_ib"), "$", "", 1));
    cells.put("roce_nic", range(a.get("nic_usd_roce"), "$", "", 1));
    cells.put(
        "roce_bringup",
        range(a.get("bringup_engineer_years_roce"), "", "", 1)
            + " engineer-years against "
            + range(a.get("bringup_engineer_years_ib"), "", "", 1));
    cells.put("sharp", sharp(ib));
    cells.put("ib_engineers", range(a.get("operation_engineers_ib"), "", "", 1));
    cells.put("roce_engineers", range(a.get("operation_engineers_roce"), "", "", 1));
    cells.put("ib_unit", unit(sides.getFirst(), ib.unit()));
    cells.put("roce_unit", unit(sides.getLast(), roce.unit()));
    boolean ibWins = sides.getFirst().perUnitUsd() < sides.getLast().perUnitUsd();
    cells.put("winner", (ibWins ? "IB" : "RoCE") + " at likely values");
    cells.put("decision", decision);
    return cells;
  }

  private static String latency(Candidate ib) {
    Range range = ib.design().request().node().entry().value(NodeKeys.NETWORK_LATENCY);
    return range == null
        ? "about 1 to 2 us"
        : TimeSpan.print(range.low()) + " to " + TimeSpan.print(range.high());
  }

  private static String sharp(Candidate ib) {
    int version = ib.design().request().switchType().sharpVersion();
    if (version == 0) {
      return "no, not on these switches";
    }
    double step = ib.delivery().stepSeconds();
    return ib.delivery().planned()
        ? String.format(
            Locale.ROOT,
            "version %d; saves at most %s of this plan's step",
            version,
            Share.print(ib.delivery().sharpSavedSeconds() / step))
        : "version " + version;
  }

  private static String switchPrice(SwitchType type, Assumption perTerabit) {
    return range(perTerabit, "$", "", type.bytesPerSecond() * 8 / 1e12) + " for " + type.name();
  }

  private static String unit(Side side, String unit) {
    return Money.ofDollars(side.perUnitUsd()) + " per " + unit;
  }

  private static String range(Assumption a, String before, String after, double factor) {
    String format = a.high() * factor >= 100 ? "%,.0f" : "%.4g";
    String low = trim(String.format(Locale.ROOT, format, a.low() * factor));
    String high = trim(String.format(Locale.ROOT, format, a.high() * factor));
    return before + low + " to " + before + high + after;
  }

  private static String trim(String number) {
    return number.contains(".") ? number.replaceAll("0+$", "").replaceAll("\\.$", "") : number;
  }
}
