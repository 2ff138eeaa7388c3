package io.busbar.formats.nccltests;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;

/** The line of options: {@code nThread 1 nGpus 8 minBytes 8 …}, in old versions with colons. */
final class OptionLine {
  private OptionLine() {}

  static NcclTestsSetup read(String text) {
    Map<String, String> values = new HashMap<>();
    Matcher option = Preamble.Patterns.OPTION.matcher(text);
    while (option.find()) {
      String name = option.group(1).toLowerCase(Locale.ROOT).replace(" ", "");
      values.putIfAbsent(name, option.group(2));
    }
    return new NcclTestsSetup(
        count(values, "nthread"),
        count(values, "ngpus"),
        whole(values, "minbytes"),
        whole(values, "maxbytes"),
        values.getOrDefault("step", ""),
        count(values, "warmupiters"),
        count(values, "iters"),
        count(values, "aggiters"),
        count(values, "validation"),
        count(values, "graph"));
  }

  private static int count(Map<String, String> values, String name) {
    return (int) Math.min(Integer.MAX_VALUE, whole(values, name));
  }

  private static long whole(Map<String, String> values, String name) {
    String text = values.getOrDefault(name, "");
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
  }
}
