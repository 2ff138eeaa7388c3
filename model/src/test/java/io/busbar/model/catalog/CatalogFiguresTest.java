package io.busbar.model.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.shape.Names;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of the catalogue against the collected facts; a change here is a change of a fact. */
class CatalogFiguresTest {
  private final Catalog catalog = Catalog.standard();

  @ParameterizedTest
  @CsvSource({
    "gpu,h100-sxm,memory,80GB,sourced",
    "gpu,h100-sxm,memory_rate,3350GB/s,sourced",
    "gpu,h100-sxm,bf16_rate,989TFLOPS,sourced",
    "gpu,h100-sxm,fp8_rate,1979TFLOPS,sourced",
    "gpu,h100-sxm,matmul_bf16_rate,794.5TFLOPS,sourced",
    "gpu,h100-sxm,matmul_fp8_rate,1402.6TFLOPS,sourced",
    "gpu,h100-sxm,scale_up_rate,450GB/s,sourced",
    "gpu,h100-sxm,host_rate,63GB/s,sourced",
    "gpu,h100-sxm,tdp,700W,sourced",
    "gpu,a100-sxm-80gb,memory_rate,2039GB/s,sourced",
    "gpu,a100-sxm-80gb,matmul_bf16_rate,271TFLOPS,sourced",
    "gpu,a100-sxm-40gb,memory_rate,1555GB/s,recalled",
    "gpu,a100-pcie-80gb,matmul_bf16_rate,252.9TFLOPS,sourced",
    "gpu,h200-sxm,memory_rate,4800GB/s,sourced",
    "gpu,h200-sxm,measured_peer_rate,396.4GB/s,sourced",
    "gpu,gh200-96gb,matmul_bf16_rate,828.6TFLOPS,sourced",
    "gpu,b200-sxm,bf16_rate,2250TFLOPS,sourced",
    "gpu,b200-sxm,matmul_bf16_rate,1745TFLOPS,sourced",
    "gpu,b200-sxm,scale_up_rate,900GB/s,sourced",
    "gpu,gb200,memory,186GB,sourced",
    "gpu,gb200,matmul_fp8_rate,3615.6TFLOPS,sourced",
    "gpu,gb300,tdp,1400W,sourced",
    "gpu,mi300x,matmul_bf16_rate,668TFLOPS,sourced",
    "gpu,mi355x,scale_up_rate,535.5GB/s,sourced",
    "gpu,l40s,memory_rate,864GB/s,sourced",
    "gpu,v100-sxm-32gb,bf16_rate,125TFLOPS,recalled",
    "gpu,tpu-v7x,fp8_rate,4614TFLOPS,sourced",
    "node,dgx-h100,nics,8,sourced",
    "node,dgx-h100,nic_rate,400Gb/s,sourced",
    "node,dgx-h100,power,10.2kW,sourced",
    "node,dgx-b200,power,14.3kW,sourced",
    "node,dgx-b300,power,14kW,recalled",
    "node,gb200-nvl72,gpus,72,sourced",
    "node,gb200-nvl72,power,120kW,sourced",
    "node,gb300-nvl72,power,135kW to 142kW,sourced",
    "node,p4d.24xlarge,nic_rate,100Gb/s,sourced",
    "node,p5.48xlarge,nics,32,sourced",
    "node,p5en.48xlarge,nccl_net_latency,35us,sourced",
    "node,p6-b300.48xlarge,network_rate,6400Gb/s,sourced",
    "node,p6e-gb200.36xlarge,network_rate,1600Gb/s,sourced",
    "node,nd-a100-v4,nic_rate,200Gb/s,sourced",
    "node,nd-gb300-v6,nic_rate,800Gb/s,recalled",
    "node,a3-high,nics,4,sourced",
    "node,a3-mega,nic_rate,200Gb/s,sourced",
    "node,bm.gpu.h100.8,nics,16,sourced",
    "nic,connectx-8,port_rate,800Gb/s,sourced",
    "switch,qm9700,capacity,25.6Tb/s,sourced",
    "switch,qm9700,latency,130ns to 330ns,sourced",
    "switch,sn5600,buffer,160MB,sourced",
    "switch,nvswitch-3,capacity,1600GB/s,sourced",
    "optic,mms4x00-nm,power,17W,sourced",
    "price,ib-switch-64x400g,price,$36000 to $50000,estimated",
    "price,electricity,price,$0.078,sourced"
  })
  void carries_the_figure_and_its_mark(
      String shelf, String name, String key, String text, String quality) {
    Kind kind = Kind.valueOf(shelf.toUpperCase(Locale.ROOT));
    Fact fact = catalog.find(kind, name).fact(key);
    assertThat(fact.text()).isEqualTo(text);
    assertThat(Names.of(fact.quality())).isEqualTo(quality);
  }

  @ParameterizedTest
  @CsvSource({
    "gpu,h100-sxm,scale_up_rate,900 GB/s both directions",
    "gpu,b200-sxm,scale_up_rate,1800 GB/s both directions",
    "gpu,h100-sxm,host_rate,126 GB/s both directions",
    "gpu,h100-sxm,bf16_rate,1979 TFLOPS with sparsity",
    "node,dgx-h100,scale_up_aggregate_rate,7.2 TB/s both directions",
    "node,gb200-nvl72,scale_up_aggregate_rate,130 TB/s both directions",
    "switch,qm9700,capacity,51.2 Tb/s both directions",
    "switch,nvswitch-3,capacity,3200 GB/s both directions"
  })
  void keeps_the_vendors_way_of_printing_beside_it(
      String shelf, String name, String key, String printed) {
    Kind kind = Kind.valueOf(shelf.toUpperCase(Locale.ROOT));
    assertThat(catalog.find(kind, name).fact(key).printed()).isEqualTo(printed);
  }
}
