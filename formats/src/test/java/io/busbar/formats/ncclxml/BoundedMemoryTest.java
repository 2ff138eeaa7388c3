package io.busbar.formats.ncclxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.busbar.base.problem.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What is allocated while a large file is read does not grow with it. */
class BoundedMemoryTest {
  private static final long LARGE = 12L << 20;

  /** Repeats one text. */
  private static final class Endless extends InputStream {
    private final byte[] start;
    private final byte[] pattern;
    private long at;
    private final long end;

    Endless(String start, String pattern, long length) {
      this.start = start.getBytes(StandardCharsets.UTF_8);
      this.pattern = pattern.getBytes(StandardCharsets.UTF_8);
      this.end = length;
    }

    @Override
    public int read() {
      if (at >= end) {
        return -1;
      }
      long here = at++;
      return here < start.length
          ? start[(int) here]
          : pattern[(int) ((here - start.length) % pattern.length)];
    }
  }

  private static long allocated() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getCurrentThreadAllocatedBytes();
  }

  private static long allocatedBy(String start, String pattern, long length) throws IOException {
    long before = allocated();
    catchThrowableOfType(
        InputException.class,
        () -> NcclXmlReader.read("large", new Endless(start, pattern, length)));
    return allocated() - before;
  }

  @Test
  void a_comment_a_value_and_text_without_end_cost_nothing() throws IOException {
    assertThat(allocatedBy("<system><!-- ", "- comment ", LARGE)).isLessThan(1 << 20);
    assertThat(allocatedBy("<system a=\"", "value", LARGE)).isLessThan(1 << 20);
    assertThat(allocatedBy("<system>", " \n\t", LARGE)).isLessThan(1 << 20);
    assertThat(allocatedBy("<system>", "text ", LARGE)).isLessThan(1 << 20);
  }

  @Test
  void elements_are_read_up_to_their_limit_only() throws IOException {
    String element = "<cpu><pci busid=\"0000:00:00.0\" class=\"0x030200\"/></cpu>";

    long some = allocatedBy("<system>", element, LARGE / 12);
    long more = allocatedBy("<system>", element, LARGE);

    assertThat(more).isLessThan(some + (1 << 20)).isLessThan(32 << 20);
  }

  @Test
  void more_bytes_than_the_limit_are_refused() {
    InputException e =
        catchThrowableOfType(
            InputException.class,
            () ->
                NcclXmlReader.read(
                    "large", new Endless("<system>", " ", Limits.BYTES + (1 << 17))));

    assertThat(e.getMessage()).contains("at most 64 MiB");
  }
}
