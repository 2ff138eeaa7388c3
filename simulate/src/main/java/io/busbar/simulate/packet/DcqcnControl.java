package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * DCQCN's reaction point (Zhu et al., SIGCOMM 2015; section 5 for the increase). Timers are not
 * events: a queue pair's state is brought up to date when it sends or is notified, because only
 * then it matters.
 */
final class DcqcnControl implements RateControl {
  /** A rate this close to line rate is line rate again. */
  private static final double AT_LINE = 0.999;

  private final RateSettings settings;
  private double[] line = new double[64];
  private double[] rate = new double[64];
  private double[] target = new double[64];
  private double[] alpha = new double[64];
  private double[] psPerByte = new double[64];
  private long[] alphaSince = new long[64];
  private long[] timerSince = new long[64];
  private long[] cutSince = new long[64];
  private long[] stageBytes = new long[64];
  private int[] timerStages = new int[64];
  private int[] byteStages = new int[64];
  private boolean[] limited = new boolean[64];
  private boolean[] known = new boolean[64];
  private boolean[] cutDue = new boolean[64];

  DcqcnControl(RateSettings settings) {
    this.settings = settings;
  }

  @Override
  public void add(int pair, double bytesPerSecond) {
    if (pair >= line.length) {
      grow(line.length * 2);
    }
    line[pair] = bytesPerSecond;
    rate[pair] = bytesPerSecond;
    target[pair] = bytesPerSecond;
    alpha[pair] = 1;
  }

  private void grow(int size) {
    line = Arrays.copyOf(line, size);
    rate = Arrays.copyOf(rate, size);
    target = Arrays.copyOf(target, size);
    alpha = Arrays.copyOf(alpha, size);
    psPerByte = Arrays.copyOf(psPerByte, size);
    alphaSince = Arrays.copyOf(alphaSince, size);
    timerSince = Arrays.copyOf(timerSince, size);
    cutSince = Arrays.copyOf(cutSince, size);
    stageBytes = Arrays.copyOf(stageBytes, size);
    timerStages = Arrays.copyOf(timerStages, size);
    byteStages = Arrays.copyOf(byteStages, size);
    limited = Arrays.copyOf(limited, size);
    known = Arrays.copyOf(known, size);
    cutDue = Arrays.copyOf(cutDue, size);
  }

  @Override
  public boolean limited(int pair) {
    return limited[pair];
  }

  @Override
  public void notified(int pair, long nowPs) {
    if (known[pair]) {
      update(pair, nowPs);
    } else {
      known[pair] = true;
      alphaSince[pair] = nowPs;
      cutSince[pair] = nowPs - settings.cutPs();
    }
    if (!limited[pair]) {
      limited[pair] = true;
      restartStages(pair, nowPs);
    }
    if (settings.cutPs() == 0) {
      cut(pair, nowPs);
      gain(pair);
      alphaSince[pair] = nowPs;
    } else {
      gain(pair);
      cutDue[pair] = true;
      cutWhenDue(pair, nowPs);
    }
  }

  private void gain(int pair) {
    alpha[pair] = (1 - settings.gain()) * alpha[pair] + settings.gain();
  }

  private void cutWhenDue(int pair, long nowPs) {
    if (cutDue[pair] && nowPs - cutSince[pair] >= settings.cutPs()) {
      cutSince[pair] = nowPs;
      cutDue[pair] = false;
      cut(pair, nowPs);
    }
  }

  private void cut(int pair, long nowPs) {
    if (settings.clampTarget() || timerStages[pair] > 0) {
      target[pair] = rate[pair];
    }
    double factor = Math.max(settings.leastFactor(), 1 - alpha[pair] / 2);
    setRate(pair, Math.max(settings.leastBytesPerSecond(), rate[pair] * factor));
    restartStages(pair, nowPs);
  }

  private void restartStages(int pair, long nowPs) {
    timerSince[pair] = nowPs;
    timerStages[pair] = 0;
    byteStages[pair] = 0;
    stageBytes[pair] = 0;
  }

  private void setRate(int pair, double bytesPerSecond) {
    rate[pair] = bytesPerSecond;
    psPerByte[pair] = 1e12 / bytesPerSecond;
  }

  @Override
  public long gapPs(int pair, int bytes, long nowPs) {
    update(pair, nowPs);
    stageBytes[pair] += bytes;
    if (stageBytes[pair] >= settings.stageBytes()) {
      stageBytes[pair] -= settings.stageBytes();
      byteStages[pair]++;
      increase(pair);
    }
    return (long) (bytes * psPerByte[pair]);
  }

  private void update(int pair, long nowPs) {
    long periods = (nowPs - alphaSince[pair]) / settings.alphaPs();
    if (periods > 0) {
      alpha[pair] *=
          periods == 1 ? 1 - settings.gain() : Math.pow(1 - settings.gain(), (double) periods);
      alphaSince[pair] += periods * settings.alphaPs();
    }
    cutWhenDue(pair, nowPs);
    while (limited[pair] && nowPs - timerSince[pair] >= settings.timerPs()) {
      timerSince[pair] += settings.timerPs();
      timerStages[pair]++;
      increase(pair);
    }
  }

  private void increase(int pair) {
    int most = Math.max(timerStages[pair], byteStages[pair]);
    int least = Math.min(timerStages[pair], byteStages[pair]);
    if (least > settings.fastStages()) {
      target[pair] += (least - settings.fastStages()) * settings.hyper();
    } else if (most > settings.fastStages()) {
      target[pair] += settings.additive();
    }
    target[pair] = Math.min(target[pair], line[pair]);
    setRate(pair, (rate[pair] + target[pair]) / 2);
    if (rate[pair] >= AT_LINE * line[pair]) {
      setRate(pair, line[pair]);
      target[pair] = line[pair];
      limited[pair] = false;
    }
  }

  @Override
  public long lookAgainPs(int pair, long duePs) {
    return Math.min(duePs, timerSince[pair] + settings.timerPs());
  }

  @Override
  public long dueAnewPs(int pair, long duePs, long nowPs) {
    double owedBytes = (duePs - nowPs) / psPerByte[pair];
    update(pair, nowPs);
    return nowPs + (long) (owedBytes * psPerByte[pair]);
  }

  /** Current rate, bytes per second. */
  double rate(int pair) {
    return rate[pair];
  }

  /** Rate that recovery aims at. */
  double target(int pair) {
    return target[pair];
  }

  double alpha(int pair) {
    return alpha[pair];
  }
}
