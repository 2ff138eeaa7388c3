#!/usr/bin/env bash
# What failures make of a training time, and what helps.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

busbar goodput --cluster h100:16384 --work 48d
show
has "days instead of 48.0 days" "What a change is worth" "other published systems"

busbar goodput --cluster dgx-h100:128 --work 11.1d --watchdog 30min --spares 2 --repair 2d --format json
keys train_s goodput worth published
