package io.busbar.app.command.catalog;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.ReportOptions;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Report;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.catalog.Hierarchy;
import io.busbar.model.fact.CatalogEntry;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.NodeType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbar catalog}: what is known about hardware and models, with sources. */
@Command(
    name = "catalog",
    description = "Print what is known about GPUs, nodes, NICs, switches, optics, prices, models.",
    footer = {
      "  busbar catalog",
      "  busbar catalog gpus",
      "  busbar catalog gpu h100-sxm",
      "  busbar catalog node dgx-h100 --hierarchy",
      "  busbar catalog switches --format json"
    })
public final class CatalogCommand extends BusbarCommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SHELF",
      description = {
        "gpus, nodes, nics, switches, optics, prices or models; singular or plural.",
        "Example: gpus"
      })
  private @Nullable String shelf;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = {
        "One thing by its name or an alias: every figure with its quality and source.",
        "Example: h100-sxm"
      })
  private @Nullable String name;

  @Option(
      names = "--hierarchy",
      description = {
        "Of a node: the five levels from inside an SM to storage, with rate and latency of each.",
        "Example: busbar catalog node dgx-h100 --hierarchy"
      })
  private boolean hierarchy;

  @Mixin private ReportOptions options = new ReportOptions();

  private final Catalog catalog = Catalog.standard();

  public CatalogCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    return options.answer(report());
  }

  private Report report() {
    Kind kind = shelf == null ? null : kind(shelf);
    if (hierarchy) {
      return HierarchyReport.of(Hierarchy.of(node(kind)));
    }
    if (kind == null) {
      return CatalogReport.shelves(catalog);
    }
    return name == null
        ? CatalogReport.shelf(kind, all(kind))
        : CatalogReport.entry(entry(kind, name));
  }

  private Kind kind(String word) {
    List<String> plurals = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      if (word.equalsIgnoreCase(kind.folder()) || word.equalsIgnoreCase(kind.plural())) {
        return kind;
      }
      plurals.add(kind.plural());
    }
    String hint = Nearest.hint(word, plurals);
    for (Kind kind : Kind.values()) {
      if (catalog.names(kind).contains(word)) {
        hint = "did you mean 'busbar catalog " + kind.folder() + " " + word + "'?";
      }
    }
    String expected = "one of " + String.join(", ", plurals);
    throw Refusal.of("SHELF", word, expected, hint);
  }

  private List<CatalogEntry> all(Kind kind) {
    return catalog.names(kind).stream().map(each -> entry(kind, each)).toList();
  }

  private CatalogEntry entry(Kind kind, String wanted) {
    Problems problems = new Problems();
    CatalogEntry entry = catalog.require(kind, wanted, Position.of("NAME"), problems);
    problems.throwIfAny();
    if (entry == null) {
      throw new IllegalStateException("no " + kind + " " + wanted + " and no problem said");
    }
    return entry;
  }

  private NodeType node(@Nullable Kind kind) {
    Problems problems = new Problems();
    if (kind != Kind.NODE || name == null) {
      String read = kind == null ? "" : kind.plural();
      String expected = "the name of a node";
      String hint = "e.g. busbar catalog node dgx-h100 --hierarchy";
      problems.add(Position.of("--hierarchy"), "", read, expected, hint);
      problems.throwIfAny();
    }
    NodeType node = catalog.node(String.valueOf(name), Position.of("NAME"), problems);
    problems.throwIfAny();
    if (node == null) {
      throw new IllegalStateException("no node " + name + " and no problem said");
    }
    return node;
  }
}
