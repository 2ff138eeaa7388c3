package io.busbar.formats.nccltests;

import io.busbar.formats.nccltests.NcclTestsTable.CollectiveFrom;
import io.busbar.formats.nccltests.NcclTestsTable.Device;
import io.busbar.formats.nccltests.NcclTestsTable.Row;
import java.util.ArrayList;
import java.util.List;

/** What was read of one run so far. Not thread-safe. */
final class TableBuilder {
  private static final int MAX_DEVICES = 200_000;
  private static final int MAX_ROWS = 200_000;

  private final int line;
  private final List<Device> devices = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private String collective = "";
  private boolean named;
  private String testsVersion = "";
  private String ncclVersion = "";
  private NcclTestsSetup setup = NcclTestsSetup.UNKNOWN;
  private long wrongValues = -1;
  private double averageBusbw = Double.NaN;
  private boolean concluded;
  private boolean independentJobs;
  private int firstRanks;

  TableBuilder(int line) {
    this.line = line;
  }

  /** Whether a new preamble belongs to another run. */
  boolean spent() {
    return !rows.isEmpty() || concluded;
  }

  /** Whether there is anything to tell. */
  boolean worthKeeping() {
    return spent() || !devices.isEmpty() || setup != NcclTestsSetup.UNKNOWN;
  }

  /** Whether its footer was read. */
  boolean over() {
    return concluded;
  }

  /** What the output itself says the test is. */
  void collective(String name) {
    collective = name.isEmpty() ? collective : name;
    named |= !name.isEmpty();
  }

  /** What the command was that made the output: the last one before it. */
  void command(String name) {
    collective = named ? collective : name;
  }

  void testsVersion(String version) {
    testsVersion = version;
  }

  void ncclVersion(String version) {
    ncclVersion = ncclVersion.isEmpty() ? version : ncclVersion;
  }

  void setup(NcclTestsSetup read) {
    setup = read;
  }

  void device(Device device) {
    firstRanks += device.rank() == 0 && device.group() == 0 ? 1 : 0;
    independentJobs |= firstRanks > 1;
    if (devices.size() < MAX_DEVICES) {
      devices.add(device);
    }
  }

  /** Keeps a row; false when there are too many. */
  boolean row(Row row) {
    if (rows.size() >= MAX_ROWS) {
      return false;
    }
    rows.add(row);
    return true;
  }

  void wrongValues(long count) {
    wrongValues = count;
    concluded = true;
  }

  void average(double busbwGBps) {
    averageBusbw = busbwGBps;
    concluded = true;
  }

  void concluded() {
    concluded = true;
  }

  NcclTestsTable build(String fileName) {
    CollectiveFrom from = CollectiveFrom.OUTPUT;
    String name = collective;
    if (name.isEmpty()) {
      name = Collectives.inFileName(fileName);
      from = CollectiveFrom.FILE_NAME;
    }
    if (name.isEmpty()) {
      name = Deduction.collective(table("", CollectiveFrom.UNKNOWN));
      from = name.isEmpty() ? CollectiveFrom.UNKNOWN : CollectiveFrom.RATIO;
    }
    return table(name, from);
  }

  private NcclTestsTable table(String name, CollectiveFrom from) {
    return new NcclTestsTable(
        line,
        name,
        from,
        testsVersion,
        ncclVersion,
        setup,
        devices,
        rows,
        wrongValues,
        averageBusbw,
        concluded,
        independentJobs);
  }
}
