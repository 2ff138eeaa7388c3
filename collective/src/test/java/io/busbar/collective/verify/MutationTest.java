package io.busbar.collective.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.ThreadExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tester is tested: every schedule that is spoilt in one step must be found. */
class MutationTest {
  private enum Mutation {
    DROP,
    DUPLICATE,
    SEND_TO_ANOTHER,
    RECEIVE_FROM_ANOTHER,
    READ_ANOTHER_CHUNK,
    WRITE_ANOTHER_CHUNK,
    NO_REDUCE,
    NO_COPY,
    ONE_CHUNK_LESS
  }

  @ParameterizedTest
  @EnumSource
  void every_spoilt_step_is_found(Algorithm algorithm) {
    for (CollectiveOp op : algorithm.operations()) {
      Schedule schedule = schedule(algorithm, op, Locality.uniform(3, 2), Locality.oneNode(6));
      for (int agent = 0; agent < schedule.agents(); agent++) {
        List<Step> steps = ChangedSchedule.steps(schedule, agent);
        for (int at = 0; at < steps.size(); at++) {
          spoil(schedule, agent, steps, at);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void spoilt_steps_are_found_where_sets_are_sums(Algorithm algorithm) {
    SplittableRandom random = new SplittableRandom(7);
    for (CollectiveOp op : algorithm.operations()) {
      Schedule schedule = schedule(algorithm, op, Locality.uniform(22, 3), Locality.oneNode(66));
      for (int i = 0; i < 8; i++) {
        int agent = random.nextInt(schedule.agents());
        List<Step> steps = ChangedSchedule.steps(schedule, agent);
        if (!steps.isEmpty()) {
          spoil(schedule, agent, steps, random.nextInt(steps.size()));
        }
      }
    }
  }

  private static Schedule schedule(
      Algorithm algorithm, CollectiveOp op, Locality many, Locality one) {
    Locality shape = Schedules.refusal(algorithm, op, many) == null ? many : one;
    return Schedules.of(ScheduleRequest.of(op, algorithm, shape).withRoot(1).withPieces(2));
  }

  private static void spoil(Schedule schedule, int agent, List<Step> steps, int at) {
    for (Mutation mutation : Mutation.values()) {
      List<Step> changed = mutate(schedule, steps, at, mutation, agent);
      if (!changed.equals(steps)) {
        ChangedSchedule spoilt = new ChangedSchedule(schedule, agent, changed);
        if (mutation == Mutation.WRITE_ANOTHER_CHUNK && Verifier.verify(spoilt).proved()) {
          // A multicast returns to its owner, who may drop it: then real data come out right too.
          ThreadExecutor.check(spoilt, 66L * 16, 64 * schedule.span(), 1);
          continue;
        }
        assertThat(Verifier.verify(spoilt).fault())
            .as(
                "%s: %s at step %d of %s: %s",
                schedule.op(), mutation, at, schedule.agent(agent), steps.get(at))
            .isNotNull();
      }
    }
  }

  private static List<Step> mutate(
      Schedule schedule, List<Step> steps, int at, Mutation mutation, int agent) {
    List<Step> changed = new ArrayList<>(steps);
    Step step = steps.get(at);
    boolean reads = step.has(Step.REDUCE) || !step.has(Step.RECEIVE);
    switch (mutation) {
      case DROP -> changed.remove(at);
      case DUPLICATE -> {
        // A copy inside the buffer may be done twice.
        if (step.has(Step.SEND) || step.has(Step.RECEIVE)) {
          changed.add(at, step);
        }
      }
      case SEND_TO_ANOTHER -> changed.set(at, to(step, another(schedule, agent, step.sendTo())));
      case RECEIVE_FROM_ANOTHER ->
          changed.set(at, from(step, another(schedule, agent, step.receiveFrom())));
      case READ_ANOTHER_CHUNK ->
          changed.set(at, reads ? at(step, next(schedule, step.source()), step.target()) : step);
      case WRITE_ANOTHER_CHUNK ->
          changed.set(
              at,
              step.has(Step.COPY) ? at(step, step.source(), next(schedule, step.target())) : step);
      case NO_REDUCE -> changed.set(at, with(step, step.flags() & ~Step.REDUCE, step.count()));
      case NO_COPY -> changed.set(at, with(step, step.flags() & ~Step.COPY, step.count()));
      case ONE_CHUNK_LESS ->
          changed.set(at, with(step, step.flags(), Math.max(1, step.count() - 1)));
    }
    return changed;
  }

  /** Another peer than the given one; none where there was none. */
  private static int another(Schedule schedule, int agent, int peer) {
    if (peer < 0) {
      return peer;
    }
    int other = (peer + 1) % schedule.agents();
    return other == agent ? (other + 1) % schedule.agents() : other;
  }

  private static int next(Schedule schedule, int position) {
    int chunks = schedule.chunks();
    return position / chunks * chunks + (position + 1) % chunks;
  }

  private static Step to(Step s, int peer) {
    return new Step(
        s.flags(), s.receiveFrom(), peer, s.source(), s.target(), s.count(), s.stride());
  }

  private static Step from(Step s, int peer) {
    return new Step(s.flags(), peer, s.sendTo(), s.source(), s.target(), s.count(), s.stride());
  }

  private static Step at(Step s, int source, int target) {
    return new Step(s.flags(), s.receiveFrom(), s.sendTo(), source, target, s.count(), s.stride());
  }

  private static Step with(Step s, int flags, int count) {
    return new Step(flags, s.receiveFrom(), s.sendTo(), s.source(), s.target(), count, s.stride());
  }
}
