package io.busbar.simulate.validate;

import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.packet.RateCurve;
import io.busbar.simulate.packet.RateSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One DCQCN sender after one notification. Keys: {@code link, rates} (paper, connectx). Figures:
 * {@code gbits_per_s_K} after K increase stages, {@code half_life_us} of its estimate.
 */
final class RateExperiment implements Experiment {
  private static final int STAGES = 5;

  /** Decays over which the half-life is taken. */
  private static final int DECAYS = 1000;

  @Override
  public Map<String, Double> run(Setting setting) {
    double line = setting.rate("link", "40Gb/s").bytesPerSecond();
    boolean paper = setting.text("rates", "paper").equals("paper");
    setting.finish();
    RateSettings settings = paper ? RateSettings.PAPER : RateSettings.CONNECTX;
    Map<String, Double> figures = new LinkedHashMap<>();
    RateCurve curve = new RateCurve(settings, line);
    figures.put("notify_us", SimTime.seconds(settings.notifyPs()) * 1e6);
    curve.notified(0);
    figures.put("target_gbits_per_s", gbits(curve.target()));
    for (int stage = 0; stage <= STAGES; stage++) {
      figures.put("gbits_per_s_" + stage, gbits(curve.rate(stage * settings.timerPs())));
    }
    RateCurve estimate = new RateCurve(settings, line);
    estimate.notified(0);
    double first = estimate.alpha(0);
    double later = estimate.alpha(DECAYS * settings.alphaPs());
    double periods = DECAYS * Math.log(2) / Math.log(first / later);
    figures.put("half_life_us", periods * SimTime.seconds(settings.alphaPs()) * 1e6);
    return figures;
  }

  private static double gbits(double bytesPerSecond) {
    return bytesPerSecond * 8 / 1e9;
  }
}
