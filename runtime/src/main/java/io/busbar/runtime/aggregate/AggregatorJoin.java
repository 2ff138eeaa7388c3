package io.busbar.runtime.aggregate;

import io.busbar.runtime.transport.Exchange;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.TcpOptions;
import io.busbar.runtime.transport.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.UUID;

/**
 * How the ranks of a group join its aggregators: each calls its own and learns what is above them,
 * all tell each other, each works out the same tree from that, and joins with its place in it.
 */
final class AggregatorJoin {
  private static final String OK = "ok|";
  private static final String NO = "no|";
  private static final Duration ANSWER = Duration.ofSeconds(2);
  private static final int MOST_REASON = 300;

  private final Transport links;
  private final Aggregators aggregators;
  private final TcpOptions options;
  private final List<Visitor> visitors = new ArrayList<>();
  private final List<AggregatorLink> joined = new ArrayList<>();

  private AggregatorJoin(Transport links, Aggregators aggregators, TcpOptions options) {
    this.links = links;
    this.aggregators = aggregators;
    this.options = options;
  }

  /** All ranks know that one of them does not reach its aggregators. */
  static final class NotJoined extends IOException {
    private static final long serialVersionUID = 1L;

    NotJoined(String text) {
      super(text);
    }
  }

  /**
   * @throws UncheckedIOException caused by {@link NotJoined} when a rank cannot join
   */
  static AggregatedTransport join(
      Transport links, Aggregators aggregators, TcpOptions options, Exchange exchange) {
    AggregatorJoin join = new AggregatorJoin(links, aggregators, options);
    try {
      String[] entered = agreed(exchange, join.enter());
      agreed(exchange, join.become(exchange::check, entered));
    } catch (RuntimeException e) {
      join.visitors.forEach(Visitor::close);
      throw e;
    }
    return new AggregatedTransport(links, aggregators, options, new Sharded(join.joined));
  }

  /** What all ranks have to say, if all could do it. */
  private static String[] agreed(Exchange exchange, String own) {
    String[] all = exchange.exchange(own);
    for (int rank = 0; rank < all.length; rank++) {
      if (all[rank].startsWith(NO)) {
        String text = "rank " + rank + " cannot join " + all[rank].substring(NO.length());
        throw new UncheckedIOException(new NotJoined(text));
      }
    }
    return all;
  }

  private static String no(Exception e) {
    String reason = String.valueOf(e.getMessage());
    return NO + reason.substring(0, Math.min(MOST_REASON, reason.length()));
  }

  private String enter() {
    StringJoiner paths = new StringJoiner(",");
    int turn = 0;
    try {
      for (InetSocketAddress address : aggregators.addresses()) {
        InetAddress from = options.addresses().get(turn++ % options.addresses().size());
        Visitor visitor = Visitor.enter(address, from, aggregators.token(), patience());
        visitors.add(visitor);
        StringJoiner path = new StringJoiner(".");
        for (long id : visitor.path()) {
          path.add(Long.toString(id, Character.MAX_RADIX));
        }
        paths.add(path.toString());
      }
      return OK + UUID.randomUUID() + "|" + paths;
    } catch (IOException e) {
      return no(e);
    }
  }

  /** An aggregator that does not answer as long as that is frozen or cut off. */
  private Duration patience() {
    Duration least = options.frozenAfter().compareTo(ANSWER) < 0 ? ANSWER : options.frozenAfter();
    return least.compareTo(options.deadline()) < 0 ? least : options.deadline();
  }

  private String become(Runnable check, String... entered) {
    try {
      UUID session = UUID.fromString(entered[0].split("\\|")[1]);
      for (int shard = 0; shard < visitors.size(); shard++) {
        Membership membership = membership(session, shard, entered);
        Visitor visitor = visitors.get(shard);
        visitor.join(membership, options.deadline(), check);
        visitor.channel().configureBlocking(false);
        SelectionKey key = links.wakeBy(visitor.channel());
        joined.add(new AggregatorLink(visitor.address(), membership, visitor.channel(), key));
      }
      return OK;
    } catch (IOException | IllegalStateException e) {
      return no(e);
    }
  }

  private Membership membership(UUID session, int shard, String... entered) throws IOException {
    List<List<String>> paths = new ArrayList<>();
    for (String said : entered) {
      String[] shards = said.split("\\|")[2].split(",");
      if (shards.length != visitors.size()) {
        throw new IOException(
            "aggregators: " + visitors.size() + " here, " + shards.length + " on another rank");
      }
      paths.add(Arrays.asList(shards[shard].split("\\.")));
    }
    SlotSize slots = aggregators.slots();
    int frozenMs = Math.toIntExact(Math.max(1, options.frozenAfter().toMillis()));
    List<Integer> tree = Places.of(paths, links.rank());
    List<Integer> own = List.of(links.rank());
    return new Membership(
        session, shard, visitors.size(), slots, frozenMs, entered.length, tree, own, "");
  }
}
