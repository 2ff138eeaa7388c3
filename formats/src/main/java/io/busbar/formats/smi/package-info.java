/** What nvidia-smi prints, read as it is found: pasted, coloured, cut, with a shell around it. */
@NullMarked
package io.busbar.formats.smi;

import org.jspecify.annotations.NullMarked;
