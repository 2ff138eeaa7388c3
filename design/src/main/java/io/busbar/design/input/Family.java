package io.busbar.design.input;

import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.SwitchType;
import java.util.LinkedHashMap;
import java.util.Map;

/** Families of networks that a design can be built of. */
public enum Family {
  IB("InfiniBand", NetworkKind.INFINIBAND),
  ROCE("RoCE", NetworkKind.ROCE);

  private final String title;
  private final NetworkKind kind;

  Family(String title, NetworkKind kind) {
    this.title = title;
    this.kind = kind;
  }

  /** As people write it. */
  public String title() {
    return title;
  }

  public NetworkKind kind() {
    return kind;
  }

  /** As options and names of assumptions write it. */
  public String word() {
    return this == IB ? "ib" : "roce";
  }

  public static Map<String, Family> byWord() {
    Map<String, Family> words = new LinkedHashMap<>();
    for (Family family : values()) {
      words.put(family.word(), family);
    }
    return words;
  }

  /** What a switch speaks. */
  public static Family of(SwitchType type) {
    return type.network() == NetworkKind.INFINIBAND ? IB : ROCE;
  }

  /** InfiniBand, or one of those that Ethernet switches carry. */
  public static Family of(NetworkKind kind) {
    return kind == NetworkKind.INFINIBAND ? IB : ROCE;
  }
}
