package io.busbar.app.command.serve;

import io.busbar.app.serve.Workbench.Name;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.Kind;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.plan.textbook.Claims;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names that forms of the workbench offer, by kind. */
public final class WorkbenchNames {
  private WorkbenchNames() {}

  static Map<String, List<Name>> all() {
    Map<String, List<Name>> all = new LinkedHashMap<>();
    all.put("models", names(Kind.MODEL));
    all.put("nodes", names(Kind.NODE));
    all.put("clusters", names(Kind.NODE));
    all.put("switches", names(Kind.SWITCH));
    all.put(
        "releases",
        NcclVersion.known().reversed().stream().map(v -> new Name(v.toString(), "")).toList());
    all.put(
        "operations",
        Arrays.stream(CollectiveOp.values()).map(op -> new Name(op.ncclTestsName(), "")).toList());
    all.put(
        "claims", Claims.standard().all().stream().map(c -> new Name(c.id(), c.claim())).toList());
    return all;
  }

  private static List<Name> names(Kind kind) {
    return Catalog.standard().names(kind).stream().map(name -> new Name(name, "")).toList();
  }
}
