package io.busbar.plan.space;

import io.busbar.base.quantity.Money;

/**
 * What a cluster costs and draws.
 *
 * @param pricePerGpuHour of one GPU with its part of everything
 * @param wattsPerGpu at the site's meter, its part of everything included
 * @param purchase all that is bought
 */
public record ClusterTerms(Money pricePerGpuHour, double wattsPerGpu, Money purchase) {}
