/**
 * What people start a training with: launch scripts, configuration files of training frameworks.
 * {@link io.busbar.formats.launch.LaunchReader} tells by content what a file is and gives its
 * settings in the tool's own words, each with its place. What they mean is not known here.
 */
@NullMarked
package io.busbar.formats.launch;

import org.jspecify.annotations.NullMarked;
