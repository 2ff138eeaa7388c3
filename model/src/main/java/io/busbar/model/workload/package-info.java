/**
 * What is trained: a model's architecture as groups of like layers, read from the catalogue or a
 * Hugging Face config.json, with its parameters counted exactly.
 */
@NullMarked
package io.busbar.model.workload;

import org.jspecify.annotations.NullMarked;
