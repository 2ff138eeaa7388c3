/** GPUs and their links, as nvidia-smi prints them beside the topology matrix. */
@NullMarked
package io.busbar.formats.gpus;

import org.jspecify.annotations.NullMarked;
