import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * 32 numbers in, two layers of 96 with tanh, one number out; squared error against a known function
 * of the inputs. Samples are made of their number, so every rank can have any of them.
 */
class Network {
  private static final int[] WIDTHS = {32, 96, 96, 1};

  /** Of each layer: outputs × inputs, row by row, then a bias for each output. */
  private final float[][] parameters = new float[WIDTHS.length - 1][];

  private final float[][] gradients = new float[WIDTHS.length - 1][];

  Network() {
    SplittableRandom random = new SplittableRandom(7);
    for (int layer = 0; layer < parameters.length; layer++) {
      int inputs = WIDTHS[layer];
      int weights = WIDTHS[layer + 1] * inputs;
      parameters[layer] = new float[weights + WIDTHS[layer + 1]];
      for (int i = 0; i < weights; i++) {
        parameters[layer][i] = (float) ((random.nextDouble() - 0.5) * 2 / Math.sqrt(inputs));
      }
      gradients[layer] = new float[parameters[layer].length];
    }
  }

  float[][] parameters() {
    return parameters;
  }

  float[][] gradients() {
    return gradients;
  }

  /** A number that differs when any bit of a parameter does. */
  int fingerprint() {
    return Arrays.deepHashCode(parameters);
  }

  /** Steps against the gradients. */
  void update(float rate) {
    for (int layer = 0; layer < parameters.length; layer++) {
      for (int i = 0; i < parameters[layer].length; i++) {
        parameters[layer][i] -= rate * gradients[layer][i];
      }
    }
  }

  /**
   * Adds the gradients of some samples, one layer after the other from the last.
   *
   * @param scale what each sample counts
   * @param ready is told the number of each layer whose gradient is complete
   * @return their loss, scaled alike
   */
  double backward(int first, int samples, float scale, IntConsumer ready) {
    float[][][] values = new float[WIDTHS.length][samples][]; // by layer, then by sample
    float[][] errors = new float[samples][];
    double loss = 0;
    for (int s = 0; s < samples; s++) {
      float wanted = sample(first + s, values[0], s);
      for (int layer = 0; layer < parameters.length; layer++) {
        values[layer + 1][s] = forward(layer, values[layer][s]);
      }
      float error = values[WIDTHS.length - 1][s][0] - wanted;
      errors[s] = new float[] {error * scale};
      loss += 0.5 * error * error * scale;
    }
    for (int layer = parameters.length - 1; layer >= 0; layer--) {
      for (int s = 0; s < samples; s++) {
        errors[s] = backward(layer, values[layer][s], errors[s]);
      }
      ready.accept(layer);
    }
    return loss;
  }

  private static float sample(int number, float[][] inputs, int at) {
    SplittableRandom random = new SplittableRandom(number);
    float[] x = new float[WIDTHS[0]];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) (random.nextDouble() * 2 - 1);
    }
    inputs[at] = x;
    return (float) Math.sin(2 * x[0] + x[1]) + x[2] * x[3];
  }

  private float[] forward(int layer, float[] inputs) {
    float[] outputs = new float[WIDTHS[layer + 1]];
    float[] weights = parameters[layer];
    for (int o = 0; o < outputs.length; o++) {
      float sum = weights[outputs.length * inputs.length + o];
      for (int i = 0; i < inputs.length; i++) {
        sum += weights[o * inputs.length + i] * inputs[i];
      }
      outputs[o] = layer == parameters.length - 1 ? sum : (float) Math.tanh(sum);
    }
    return outputs;
  }

  /** Adds the gradient of one sample in one layer; returns the error of the layer before. */
  private float[] backward(int layer, float[] inputs, float[] errors) {
    float[] weights = parameters[layer];
    float[] gradient = gradients[layer];
    float[] before = new float[inputs.length];
    for (int o = 0; o < errors.length; o++) {
      for (int i = 0; i < inputs.length; i++) {
        gradient[o * inputs.length + i] += errors[o] * inputs[i];
        before[i] += errors[o] * weights[o * inputs.length + i];
      }
      gradient[errors.length * inputs.length + o] += errors[o];
    }
    for (int i = 0; layer > 0 && i < before.length; i++) {
      before[i] *= 1 - inputs[i] * inputs[i]; // inputs are tanh of the layer before
    }
    return before;
  }
}
