package io.busbar.app.imported;

import io.busbar.formats.mscclpp.PlanGpu;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ends of the channels of a plan. Two ends belong together when each is the n-th that its GPU
 * has to the other, memory and port channels apart. Every end has a counter that the other adds to.
 */
final class MscclppChannels {
  private final List<Map<String, int[]>> own = new ArrayList<>();
  private final List<Map<String, int[]>> far = new ArrayList<>();
  private int counters;

  MscclppChannels(List<PlanGpu> gpus) {
    Map<List<Object>, Integer> byPair = new HashMap<>();
    for (PlanGpu gpu : gpus) {
      Map<String, int[]> ends = new HashMap<>();
      for (String type : List.of("memory", "port")) {
        List<Integer> peers = peers(gpu, type);
        Map<Integer, Integer> nth = new HashMap<>();
        int[] numbers = new int[peers.size()];
        for (int i = 0; i < numbers.length; i++) {
          int n = nth.merge(peers.get(i), 1, Integer::sum);
          numbers[i] = counters++;
          byPair.put(List.of(type, gpu.id(), peers.get(i), n), numbers[i]);
        }
        ends.put(type, numbers);
      }
      own.add(ends);
    }
    for (PlanGpu gpu : gpus) {
      Map<String, int[]> ends = new HashMap<>();
      for (String type : List.of("memory", "port")) {
        List<Integer> peers = peers(gpu, type);
        Map<Integer, Integer> nth = new HashMap<>();
        int[] numbers = new int[peers.size()];
        for (int i = 0; i < numbers.length; i++) {
          int n = nth.merge(peers.get(i), 1, Integer::sum);
          Integer end = byPair.get(List.of(type, peers.get(i), gpu.id(), n));
          numbers[i] = end == null ? counters++ : end;
        }
        ends.put(type, numbers);
      }
      far.add(ends);
    }
  }

  private static List<Integer> peers(PlanGpu gpu, String type) {
    List<Integer> all = new ArrayList<>();
    for (PlanGpu.Channels channels : gpu.channels()) {
      if (channels.type().equals(type)) {
        all.addAll(channels.peers());
      }
    }
    return all;
  }

  /** Counters that a GPU waits for, by its channels of a kind. */
  int[] waited(int gpu, String type) {
    return own.get(gpu).getOrDefault(type, new int[0]);
  }

  /** Counters that its signals add to. */
  int[] signalled(int gpu, String type) {
    return far.get(gpu).getOrDefault(type, new int[0]);
  }
}
