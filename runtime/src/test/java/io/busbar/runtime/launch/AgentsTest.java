package io.busbar.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.Position;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class AgentsTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final Semaphore MET = new Semaphore(0);
  private static final Map<String, Supplier<Work>> WORKS =
      Map.of("count", Count::new, "meet", () -> AgentsTest::meet);

  private static String meet(String own, Room room) {
    MET.release();
    return String.join("", room.exchange(own));
  }

  /** Counts requests, and does not like "bad". */
  private static final class Count implements Work {
    private int count;

    @Override
    public String perform(String request, Room room) {
      count++;
      if (request.equals("bad")) {
        throw new IllegalStateException("not " + request);
      }
      return request + count + "@" + room.seat();
    }
  }

  private static List<Seat> seats(int count) {
    List<Host> hosts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      hosts.add(new Host("h" + i, "h" + i, 1, new Position("hosts", i + 1, 1)));
    }
    return Seat.perHost(hosts);
  }

  private static Agents start(int count, Starter starter) throws IOException {
    return Agents.start(seats(count), ANY, "secret", List.of("busbar"), starter);
  }

  private static CompletableFuture<String> serve(Agents agents, int seat, String token) {
    int port = Integer.parseInt(agents.place().substring(agents.place().lastIndexOf(':') + 1));
    InetSocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    CompletableFuture<String> end = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            Agent.serve(new AgentPlace(at, token, seat, "me", LONG), WORKS);
            end.complete("goodbye");
          } catch (IOException e) {
            end.complete(e.getMessage());
          }
        });
    return end;
  }

  private static List<String> texts(List<Reply> replies) {
    return replies.stream().map(r -> r.failure() == null ? r.text() : "!" + r.failure()).toList();
  }

  @Test
  void agents_do_what_they_are_asked_and_go_home() throws Exception {
    List<CompletableFuture<String>> ends = new ArrayList<>();
    try (Agents agents = start(3, Starter.none())) {
      for (int seat = 0; seat < 3; seat++) {
        ends.add(serve(agents, seat, "secret"));
      }
      assertThat(agents.await(LONG)).isEmpty();
      assertThat(agents.hostOf(2)).isEqualTo("me");
      assertThat(texts(agents.ask("count", Map.of(1, "x"), LONG))).containsExactly("x1@1");
      assertThat(texts(agents.ask("count", Map.of(1, "x"), LONG))).containsExactly("x2@1");
      assertThat(texts(agents.ask("meet", Map.of(0, "a", 1, "b", 2, "c"), LONG)))
          .containsExactly("abc", "abc", "abc");
      assertThat(texts(agents.ask("dance", Map.of(0, ""), LONG)))
          .containsExactly("!this version does not know 'dance'");
    }
    for (CompletableFuture<String> end : ends) {
      assertThat(end.get(30, TimeUnit.SECONDS)).isEqualTo("goodbye");
    }
  }

  @Test
  void a_failure_of_one_ends_the_exchange_of_the_others_and_nothing_else() throws Exception {
    try (Agents agents = start(2, Starter.none())) {
      serve(agents, 0, "secret");
      serve(agents, 1, "secret");
      assertThat(agents.await(LONG)).isEmpty();
      MET.drainPermits();
      CompletableFuture<List<Reply>> meeting =
          CompletableFuture.supplyAsync(() -> ask(agents, "meet", Map.of(0, "a")));
      assertThat(MET.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      assertThat(texts(agents.ask("count", Map.of(1, "bad"), LONG))).containsExactly("!not bad");
      assertThat(texts(meeting.get(30, TimeUnit.SECONDS))).containsExactly("!h1: not bad");
      assertThat(texts(agents.ask("meet", Map.of(0, "a", 1, "b"), LONG)))
          .containsExactly("ab", "ab");
    }
  }

  private static List<Reply> ask(Agents agents, String work, Map<Integer, String> requests) {
    try {
      return agents.ask(work, requests, LONG);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void who_does_not_know_the_token_or_comes_second_is_turned_away() throws Exception {
    try (Agents agents = start(2, Starter.none())) {
      assertThat(serve(agents, 0, "guess").get(30, TimeUnit.SECONDS))
          .contains("does not know the token");
      CompletableFuture<String> first = serve(agents, 0, "secret");
      serve(agents, 1, "secret");
      assertThat(agents.await(LONG)).isEmpty();
      assertThat(serve(agents, 0, "secret").get(30, TimeUnit.SECONDS))
          .isEqualTo("another agent has come for seat 0");
      assertThat(serve(agents, 7, "secret").get(30, TimeUnit.SECONDS))
          .isEqualTo("there is no seat 7");
      assertThat(first).isNotDone();
    }
  }

  /** Silent, dribbling and talkative ones, more than are kept; the oldest are hung up on. */
  @Test
  void strangers_do_not_keep_agents_out() throws Exception {
    List<Socket> strangers = new ArrayList<>();
    try (Agents agents = start(2, Starter.none())) {
      String[] place = agents.place().split(":");
      for (int i = 0; i < 400; i++) {
        Socket stranger = new Socket(place[0], Integer.parseInt(place[1]));
        strangers.add(stranger);
        if (i % 3 > 0) {
          say(stranger, i % 3 == 1 ? 1 : 1000);
        }
      }
      serve(agents, 0, "secret");
      serve(agents, 1, "secret");
      assertThat(agents.await(LONG)).isEmpty();
      strangers.getFirst().setSoTimeout((int) LONG.toMillis());
      assertThat(strangers.getFirst().getInputStream().read()).isNegative();
    } finally {
      for (Socket stranger : strangers) {
        stranger.close();
      }
    }
  }

  private static void say(Socket stranger, int bytes) {
    try {
      stranger.getOutputStream().write(new byte[bytes]);
    } catch (IOException e) {
      return; // it was hung up on
    }
  }

  @Test
  void by_hand_the_token_is_in_the_environment_of_the_command() throws Exception {
    List<String> lines = new ArrayList<>();
    try (Agents agents = start(2, Starter.byHand(lines::add))) {
      assertThat(lines)
          .containsExactly(
              "h0: BUSBAR_TOKEN=secret busbar agent " + agents.place() + " --seat 0",
              "h1: BUSBAR_TOKEN=secret busbar agent " + agents.place() + " --seat 1");
      serve(agents, 1, "secret");
      assertThat(agents.await(Duration.ofMillis(300))).containsEntry(0, "no agent came within 0 s");
    }
  }

  @Test
  void a_command_that_fails_is_told_at_once_with_what_it_printed() throws Exception {
    LaunchTemplate fails =
        LaunchTemplate.parse(
            "--launch", "sh -c 'read x; echo no route to {host}; exit 5 # {command}'", 2);
    try (Agents agents = start(1, Starter.byTemplate(fails))) {
      assertThat(agents.await(LONG))
          .containsEntry(0, "its command ended with exit code 5: no route to h0");
    }
    LaunchTemplate absent = LaunchTemplate.parse("--launch", "no-such-command {command}", 1);
    try (Agents agents = start(1, Starter.byTemplate(absent))) {
      assertThat(agents.await(LONG).get(0)).contains("no-such-command");
    }
  }

  @Test
  void an_agent_gives_up_where_nobody_listens() {
    AgentPlace nowhere =
        new AgentPlace(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
            "t",
            0,
            "me",
            Duration.ZERO);
    assertThatThrownBy(() -> Agent.serve(nowhere, WORKS)).hasMessageContaining("nobody listens at");
  }
}
