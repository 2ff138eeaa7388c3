package io.busbar.runtime.preflight;

import io.busbar.runtime.launch.Agents;
import io.busbar.runtime.launch.Host;
import io.busbar.runtime.launch.Reply;
import io.busbar.runtime.launch.Seat;
import io.busbar.runtime.preflight.Measured.HostFacts;
import io.busbar.runtime.preflight.Measured.PairResult;
import io.busbar.runtime.preflight.Measured.Split;
import io.busbar.runtime.preflight.Rounds.Pair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Leads a preflight: opens the interfaces of all agents, measures hosts, pairs in rounds and
 * halves, and measures again what looks odd, so that a moment's disturbance accuses nobody. One
 * use.
 */
public final class Preflight {
  private static final Duration SHORT = Duration.ofSeconds(30);

  /** A pair gives up a transfer that stalls after some seconds; three of them and probes. */
  private static final Duration PAIR_SLACK = Duration.ofSeconds(60);

  private static final int AGAIN = 2;

  /** A slow host of a large set has many suspicious pairs; some of them tell enough. */
  private static final int MOST_AGAIN = 20;

  private final Agents agents;
  private final PreflightQuestion question;
  private final Watch watch;
  private final String key = Agents.newToken();
  private final List<Integer> seats = new ArrayList<>();
  private final List<List<Port>> ports = new ArrayList<>();
  private final Map<String, String> missing = new LinkedHashMap<>();
  private final Map<PairKey, PairResult> results = new LinkedHashMap<>();

  private Preflight(Agents agents, PreflightQuestion question, Watch watch) {
    this.agents = agents;
    this.question = question;
    this.watch = watch;
  }

  private record PairKey(Pair pair, int port) {}

  /**
   * Measures, and says what stands out.
   *
   * @param absent agents that did not come, by seat, with the reason
   */
  public static PreflightAnswer run(
      Agents agents, Map<Integer, String> absent, PreflightQuestion question, Watch watch)
      throws InterruptedException {
    return Findings.of(new Preflight(agents, question, watch).measure(absent), question);
  }

  private Measured measure(Map<Integer, String> absent) throws InterruptedException {
    open(absent);
    List<HostSpeed> speeds = speeds();
    List<Counters> before = counters();
    int common = ports.stream().mapToInt(List::size).min().orElse(0);
    List<Round> rounds = rounds(common);
    int done = measure("rounds of pairs", rounds.subList(0, question.fitting(rounds.size())));
    List<Split> splits = common == 0 ? List.of() : splits();
    again();
    paced();
    List<Counters> after = counters();
    List<HostFacts> hosts = new ArrayList<>();
    for (int h = 0; h < seats.size(); h++) {
      Counters counted = after.get(h).since(before.get(h));
      hosts.add(new HostFacts(name(seats.get(h)), ports.get(h), speeds.get(h), counted));
    }
    return new Measured(hosts, missing, List.copyOf(results.values()), splits, done, rounds.size());
  }

  private String name(int seat) {
    return agents.seats().get(seat).host().name();
  }

  private void open(Map<Integer, String> absent) throws InterruptedException {
    absent.forEach((seat, reason) -> missing.put(name(seat), reason));
    Map<Integer, String> requests = new TreeMap<>();
    for (Seat seat : agents.seats()) {
      if (!absent.containsKey(seat.index())) {
        Host host = seat.host();
        String address = host.address().equals(host.name()) ? "" : host.address();
        String globs = String.join(",", question.interfaces());
        requests.put(seat.index(), String.join("\n", "open", key, globs, address));
      }
    }
    for (Reply reply : agents.ask(PreflightWork.NAME, requests, SHORT)) {
      if (reply.failure() == null) {
        seats.add(reply.seat());
        ports.add(reply.text().lines().map(Port::decoded).toList());
      } else {
        missing.put(name(reply.seat()), reply.failure());
      }
    }
  }

  /** Asks all hosts the same; what fails has the value of an empty answer. */
  private <T> List<T> each(String request, Function<String, T> read, T otherwise)
      throws InterruptedException {
    Map<Integer, String> requests = new LinkedHashMap<>();
    seats.forEach(seat -> requests.put(seat, request));
    List<T> all = new ArrayList<>();
    for (Reply reply : agents.ask(PreflightWork.NAME, requests, SHORT)) {
      all.add(reply.failure() == null ? read.apply(reply.text()) : otherwise);
    }
    return all;
  }

  private List<Counters> counters() throws InterruptedException {
    return each("counters", Counters::decoded, new Counters(Map.of()));
  }

  /** All at once, then the slow ones again while the others do nothing. */
  private List<HostSpeed> speeds() throws InterruptedException {
    watch.at("speed of hosts", 0, 1);
    HostSpeed none = new HostSpeed(Double.NaN, Double.NaN);
    List<HostSpeed> all = new ArrayList<>(each("speed", HostSpeed::decoded, none));
    for (int pass = 0; pass < AGAIN; pass++) {
      for (int host : HostFindings.slow(all)) {
        Map<Integer, String> one = Map.of(seats.get(host), "speed");
        Reply reply = agents.ask(PreflightWork.NAME, one, SHORT).getFirst();
        if (reply.failure() == null) {
          all.set(host, all.get(host).best(HostSpeed.decoded(reply.text())));
        }
      }
    }
    return all;
  }

  private record Round(int port, List<Pair> pairs) {}

  /** In an order without a pattern, so that those that fit a budget are a fair part of all. */
  private List<Round> rounds(int common) {
    List<Round> rounds = new ArrayList<>();
    for (List<Pair> pairs : Rounds.all(seats.size())) {
      for (int port = 0; port < common; port++) {
        rounds.add(new Round(port, pairs));
      }
    }
    Collections.shuffle(rounds, new Random(question.seed()));
    return rounds;
  }

  private int measure(String what, List<Round> rounds) throws InterruptedException {
    int done = 0;
    for (Round round : rounds) {
      if (watch.cancelled()) {
        break;
      }
      watch.at(what, done, rounds.size());
      measure(round);
      done++;
    }
    return done;
  }

  /** The first of each pair leads. */
  private void measure(Round round) throws InterruptedException {
    Map<Integer, String> requests = new LinkedHashMap<>();
    for (Pair pair : round.pairs) {
      requests.put(seats.get(pair.first()), request("pair", round.port, pair.second()));
    }
    Duration longest = question.duration().multipliedBy(3).plus(PAIR_SLACK);
    List<Reply> replies = agents.ask(PreflightWork.NAME, requests, longest);
    for (int i = 0; i < replies.size(); i++) {
      Reply reply = replies.get(i);
      Pair pair = round.pairs.get(i);
      PairFigures figures = reply.failure() == null ? PairFigures.decoded(reply.text()) : null;
      PairResult result = new PairResult(pair, round.port, figures, reply.failure());
      results.merge(new PairKey(pair, round.port), result, PairResult::best);
    }
  }

  private String request(String word, int port, int other) {
    return String.join(
        "\n",
        word,
        Integer.toString(port),
        question.settings().encoded(),
        ports.get(other).get(port).encoded());
  }

  /** One half sends to the other on the first interface, then the other way round. */
  private List<Split> splits() throws InterruptedException {
    List<Split> all = new ArrayList<>();
    int number = 0;
    for (List<int[]> half : Rounds.halves(seats.size(), question.splits(), question.seed())) {
      if (watch.cancelled()) {
        break;
      }
      watch.at("halves", number, question.splits());
      number++;
      all.add(split(number, half));
      all.add(split(number, half.stream().map(p -> new int[] {p[1], p[0]}).toList()));
    }
    return all;
  }

  private Split split(int number, List<int[]> partners) throws InterruptedException {
    Map<Integer, String> requests = new LinkedHashMap<>();
    for (int[] each : partners) {
      requests.put(seats.get(each[0]), request("send", 0, each[1]));
    }
    List<Rate> rates = new ArrayList<>();
    for (Reply reply :
        agents.ask(PreflightWork.NAME, requests, question.duration().plus(PAIR_SLACK))) {
      rates.add(
          reply.failure() == null
              ? Rate.decoded(reply.text())
              : new Rate(Double.NaN, Double.NaN, 0));
    }
    return new Split(number, partners, rates);
  }

  /** Hosts as far as pairs are judged by them. */
  private List<HostFacts> facts() {
    List<HostFacts> hosts = new ArrayList<>();
    for (int h = 0; h < seats.size(); h++) {
      HostSpeed none = new HostSpeed(Double.NaN, Double.NaN);
      hosts.add(new HostFacts(name(seats.get(h)), ports.get(h), none, new Counters(Map.of())));
    }
    return hosts;
  }

  /** Measures suspicious pairs once more, with nothing else going on than others of them. */
  private void again() throws InterruptedException {
    for (int pass = 0; pass < AGAIN && !watch.cancelled(); pass++) {
      List<Round> rounds = new ArrayList<>();
      int common = ports.stream().mapToInt(List::size).min().orElse(0);
      for (int port = 0; port < common; port++) {
        int number = port;
        List<PairResult> here = results.values().stream().filter(r -> r.port() == number).toList();
        Set<Pair> suspicious = PairFindings.suspicious(here, facts());
        Rounds.only(suspicious, seats.size()).forEach(p -> rounds.add(new Round(number, p)));
      }
      measure("suspicious pairs again", rounds.subList(0, Math.min(rounds.size(), MOST_AGAIN)));
    }
  }

  /** Pairs that lost segments at full rate once more at a part of it, one way at a time. */
  private void paced() throws InterruptedException {
    for (int pass = 0; pass < AGAIN && !watch.cancelled(); pass++) {
      List<Round> rounds = new ArrayList<>();
      for (int port = 0; port < ports.stream().mapToInt(List::size).min().orElse(0); port++) {
        int number = port;
        Set<Pair> odd = new LinkedHashSet<>();
        results.values().stream()
            .filter(r -> r.port() == number)
            .filter(r -> r.figures() != null && LossFindings.odd(r.figures()))
            .forEach(r -> odd.add(r.pair()));
        Rounds.only(odd, seats.size()).forEach(p -> rounds.add(new Round(number, p)));
      }
      int most = Math.min(rounds.size(), MOST_AGAIN);
      for (int done = 0; done < most && !watch.cancelled(); done++) {
        watch.at("losing pairs at a part of the rate", done, most);
        paced(rounds.get(done));
      }
    }
  }

  private void paced(Round round) throws InterruptedException {
    Map<Integer, String> requests = new LinkedHashMap<>();
    for (Pair pair : round.pairs) {
      PairResult first = results.get(new PairKey(pair, round.port));
      PairFigures figures = first == null ? null : first.figures();
      if (figures == null) {
        throw new IllegalStateException("no figures of a pair that lost: " + pair);
      }
      String rates = figures.there().bytesPerS() + "\n" + figures.back().bytesPerS();
      requests.put(
          seats.get(pair.first()), request("paced", round.port, pair.second()) + "\n" + rates);
    }
    List<Reply> replies = agents.ask(PreflightWork.NAME, requests, PAIR_SLACK);
    for (int i = 0; i < replies.size(); i++) {
      if (replies.get(i).failure() == null) {
        String[] paths = replies.get(i).text().split(" ", -1);
        Resent there = Resent.decoded(paths[0]);
        Resent back = Resent.decoded(paths[1]);
        PairKey key = new PairKey(round.pairs.get(i), round.port);
        results.computeIfPresent(key, (k, result) -> result.paced(there, back));
      }
    }
  }
}
