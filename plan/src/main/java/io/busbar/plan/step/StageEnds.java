package io.busbar.plan.step;

import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.Term;
import io.busbar.model.training.Stack;
import io.busbar.model.training.Trained;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;

/**
 * What the ends of a model add to a micro-batch, both passes, in seconds.
 *
 * @param head output projection and loss, of extra prediction layers too
 * @param embedding rows looked up and their gradients scattered
 */
record StageEnds(double head, double embedding) {
  /** Logits in 16 and 32 bits, written and read by softmax and its gradient. */
  private static final double LOSS_BYTES = 16;

  /** Embedding rows read and written, and their gradients scattered: six 2-byte passes. */
  private static final double EMBEDDING_BYTES = 2 * 6;

  private static final double HALF_BYTES = 2;
  private static final double GRADIENT_WRITE = 4;
  private static final int VOCABULARY_MULTIPLE = 128;

  private static final Term VOCABULARY =
      Term.input("vocabulary", "", "output classes of this rank, filled up as the stack does");
  private static final Term LOSS =
      Term.input("loss_bytes", "B", "of a logit: in 16 and 32 bits, written and read");
  private static final Term PREDICTIONS =
      Term.input(
          "prediction_layers", "", "extra prediction layers, each with an output of its own");
  private static final String PRODUCTS = "{logits_forward_s} + {logits_input_gradient_s}";
  private static final String REST =
      " + {tokens} * {vocabulary} * {loss_bytes} / {memory_bytes_per_s})"
          + " * (1 + {prediction_layers})";
  private static final String MEANING = "output projection and loss of a micro-batch, both passes";
  private static final Term HEAD =
      Term.of("head_s", "s", MEANING, "(" + PRODUCTS + " + {logits_weight_gradient_s}" + REST);
  private static final Term FROZEN_HEAD =
      Term.of("head_s", "s", MEANING + ", weights not trained", "(" + PRODUCTS + REST);
  private static final Term ROW =
      Term.input("embedding_bytes", "B", "of an element: six 2-byte passes");
  private static final Term EMBEDDING =
      Term.of(
          "embedding_s",
          "s",
          "rows looked up, and their gradients scattered",
          "{tokens} * {hidden} * {embedding_bytes} / {memory_bytes_per_s}");

  static StageEnds of(
      ModelSpec model, Training training, double tokens, GpuRates gpu, Ledger ledger) {
    double rank = ledger.put(LayerTerms.TOKENS, tokens);
    double h = ledger.put(LayerTerms.HIDDEN, model.hidden());
    double memory = ledger.put(LayerTerms.MEMORY_RATE, gpu.memoryBytesPerSecond);
    double vocabulary = ledger.put(VOCABULARY, vocabulary(model, training));
    double products =
        product("forward", rank, vocabulary, h, HALF_BYTES, gpu, ledger)
            + product("input_gradient", rank, h, vocabulary, HALF_BYTES, gpu, ledger);
    boolean trained = training.trained() == Trained.ALL;
    if (trained) {
      products += product("weight_gradient", vocabulary, h, rank, GRADIENT_WRITE, gpu, ledger);
    }
    double loss = rank * vocabulary * ledger.put(LOSS, LOSS_BYTES) / memory;
    double outputs = 1 + ledger.put(PREDICTIONS, model.multiTokenLayers());
    double head = ledger.put(trained ? HEAD : FROZEN_HEAD, (products + loss) * outputs);
    double row = ledger.put(ROW, EMBEDDING_BYTES);
    return new StageEnds(head, ledger.put(EMBEDDING, rank * h * row / memory));
  }

  private static double product(
      String pass, double m, double n, double k, double out, GpuRates gpu, Ledger ledger) {
    double rate = gpu.halfFlopPerSecond;
    return ledger.recording()
        ? MatrixProduct.noted(
            "logits_" + pass + "_s",
            "output projection, " + pass.replace('_', ' '),
            m,
            n,
            k,
            1,
            rate,
            HALF_BYTES,
            out,
            gpu,
            ledger)
        : MatrixProduct.seconds(m, n, k, 1, rate, HALF_BYTES, out, gpu);
  }

  private static double vocabulary(ModelSpec model, Training training) {
    int tp = training.parallelism().tp();
    if (training.software().stack() == Stack.FSDP) {
      return (double) model.vocabulary() / tp;
    }
    int multiple = VOCABULARY_MULTIPLE * tp;
    return Math.ceil(model.vocabulary() / (double) multiple) * VOCABULARY_MULTIPLE;
  }

  /** Both ends. */
  double both() {
    return head + embedding;
  }
}
