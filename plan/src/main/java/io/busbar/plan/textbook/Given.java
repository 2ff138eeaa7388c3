package io.busbar.plan.textbook;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Quality;
import io.busbar.base.explain.Term;

/** The inputs as terms, and the textbook's own assumptions. Constants. */
final class Given {
  static final String CHAPTER = "textbook, worked example of chapter 14";

  /** Part of the peak that the textbook's computing time stands for. */
  static final double UTILISATION = 0.55;

  /** Part of the all-reduce that the textbook hides behind the backward pass. */
  static final double OVERLAP = 0.6;

  /** Part of the time that the textbook leaves to an all-reduce with SHARP. */
  static final double SHARP = 0.5;

  /** Steps over which the textbook accumulates gradients. */
  static final double ACCUMULATION = 4;

  private static final Term NOMINAL =
      Term.input("nominal_parameters", "", "parameters as the model is called");
  private static final Term DENSE =
      Term.input("dense_parameters", "", "parameters as counted, without experts");
  private static final Term MULTIPLIED =
      Term.input(
          "multiplied_parameters",
          "",
          "active parameters without the embedding table, which is looked up");
  private static final Term LAYERS = Term.input("layers", "", "layers of the model");
  private static final Term HIDDEN = Term.input("hidden", "", "width of the model");
  private static final Term SUMS =
      Term.input("tensor_sums", "", "all-reduces of a layer's forward pass");
  private static final Term TP = Term.input("tp", "", "tensor-parallel ranks");
  private static final Term PP = Term.input("pp", "", "pipeline stages");
  private static final Term VIRTUAL = Term.input("virtual_stages", "", "model chunks per rank");
  private static final Term CP = Term.input("cp", "", "context-parallel ranks");
  private static final Term SEQUENCE = Term.input("sequence", "", "tokens of a sequence");
  private static final Term MICRO_BATCH =
      Term.input("micro_batch", "", "sequences of a micro-batch");
  private static final Term MICRO_BATCHES =
      Term.input("micro_batches", "", "micro-batches per replica and step");
  private static final Term TOKENS = Term.input("tokens_per_step", "", "tokens of a step");
  private static final Term WIDTH =
      Term.input("gradient_width", "B", "bytes of a gradient on the wire");
  private static final Term GPUS = Term.input("gpus", "", "GPUs of the cluster");
  private static final Term PER_NODE = Term.input("gpus_per_node", "", "GPUs of a node");
  private static final Term DOMAIN = Term.input("domain_gpus", "", "GPUs of a scale-up domain");
  private static final Term NICS = Term.input("nics_per_node", "", "NICs of a node");
  private static final Term NIC_RATE =
      Term.input("nic_bytes_per_s", "B/s", "line rate of a NIC, one direction");
  private static final Term NETWORK =
      Term.input("network_bytes_per_s", "B/s", "share of a GPU in the NICs, one direction");
  private static final Term SCALE_UP =
      Term.input("scale_up_bytes_per_s", "B/s", "scale-up links of a GPU, one direction");
  private static final Term PEER =
      Term.input("peer_bytes_per_s", "B/s", "what one peer gets of them, one direction");
  private static final Term PEAK =
      Term.input("peak_flop_per_s", "FLOP/s", "peak dense BF16 rate of a GPU");

  private static final Term UTILISATION_TERM =
      Term.constant(
          "textbook_utilisation", "", "part of the peak that the textbook computes at", CHAPTER);
  private static final Term OVERLAP_TERM =
      Term.constant("textbook_overlap", "", "part of the all-reduce that is hidden", CHAPTER);
  private static final Term SHARP_TERM =
      Term.constant("textbook_sharp", "", "part of the time that SHARP leaves", CHAPTER);
  private static final Term ACCUMULATION_TERM =
      Term.constant("textbook_accumulation", "", "accumulated steps per all-reduce", CHAPTER);

  private Given() {}

  static void put(TextbookInputs in, Ledger ledger) {
    TextbookInputs.Model model = in.model();
    ledger.put(NOMINAL, model.nominalParameters());
    ledger.put(DENSE, model.denseParameters());
    ledger.put(MULTIPLIED, model.multipliedParameters());
    ledger.put(LAYERS, model.layers());
    ledger.put(HIDDEN, model.hidden());
    ledger.put(SUMS, model.tensorSums());
    TextbookInputs.Layout layout = in.layout();
    ledger.put(TP, layout.tp());
    ledger.put(PP, layout.pp());
    ledger.put(VIRTUAL, layout.virtualStages());
    ledger.put(CP, layout.cp());
    ledger.put(SEQUENCE, layout.sequence());
    ledger.put(MICRO_BATCH, layout.microBatch());
    ledger.put(MICRO_BATCHES, (double) layout.microBatches());
    ledger.put(TOKENS, layout.tokens());
    ledger.put(WIDTH, layout.gradientBytes());
    put(in.machine(), ledger);
    assumptions(ledger);
  }

  private static void put(TextbookInputs.Machine machine, Ledger ledger) {
    ledger.put(GPUS, machine.gpus());
    ledger.put(PER_NODE, machine.gpusPerNode());
    ledger.put(DOMAIN, machine.domainGpus());
    ledger.put(NICS, machine.nicsPerNode());
    ledger.put(NIC_RATE, machine.nicBytesPerSecond());
    ledger.put(NETWORK, machine.networkBytesPerSecond());
    ledger.put(SCALE_UP, machine.scaleUpBytesPerSecond());
    ledger.put(PEER, machine.peerBytesPerSecond());
    ledger.put(PEAK, machine.peakFlopPerSecond());
  }

  /** The utilisation is not printed; it is what makes 3.0 s of the worked example's inputs. */
  private static void assumptions(Ledger ledger) {
    ledger.put(UTILISATION_TERM, UTILISATION, Quality.ASSUMED, "");
    ledger.put(OVERLAP_TERM, OVERLAP, Quality.SOURCED, "");
    ledger.put(SHARP_TERM, SHARP, Quality.SOURCED, "");
    ledger.put(ACCUMULATION_TERM, ACCUMULATION, Quality.SOURCED, "");
  }
}
