package io.busbar.plan.textbook;

import io.busbar.base.explain.Ledger;

/**
 * The textbook's arithmetic and ours over the same inputs. Stateless. The terms it notes bear names
 * that a plan's own terms have too, so it wants a ledger of its own.
 */
public final class Textbook {
  private Textbook() {}

  /** All rows that these inputs have: no all-reduce without replicas, no bubble without stages. */
  public static TextbookComparison compare(TextbookInputs in, Ledger ledger) {
    Rows rows = new Rows("Textbook and ours", ledger);
    Given.put(in, ledger);
    add(rows, in);
    return rows.comparison();
  }

  /** Rows of all topics. */
  static void add(Rows rows, TextbookInputs in) {
    TextbookInputs.Machine machine = in.machine();
    boolean network = machine.nicsPerNode() > 0;
    if (network && in.gradients().ranks() > 1) {
      rows.topic("gradient all-reduce");
      ShareRows.add(rows, in, GradientRows.add(rows, in));
    }
    if (in.layout().pp() > 1) {
      rows.topic("pipeline");
      PipelineRows.add(rows, in);
    }
    if (network && in.layout().tp() > 1) {
      rows.topic("tensor parallelism");
      TensorRows.add(rows, in);
    }
    boolean switched = machine.peerBytesPerSecond() >= machine.scaleUpBytesPerSecond();
    if (network && switched && machine.scaleUpBytesPerSecond() > 0 && machine.domainGpus() > 1) {
      rows.topic("NVLink");
      FabricRows.add(rows, in);
    }
    rows.topic("batch and money");
    BatchRows.add(rows, in);
    TextbookInputs.Prices prices = in.prices();
    if (prices != null) {
      BatchRows.money(rows, machine.gpus(), prices);
    }
  }
}
