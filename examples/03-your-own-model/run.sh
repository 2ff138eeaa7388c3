#!/usr/bin/env bash
# A model from its config.json on a cluster from its YAML file.
source "$(dirname -- "${BASH_SOURCE[0]}")/../example.bash"

busbar plan --model campus-15b/config.json --cluster cluster.yaml --tp 2 --pp 1 --sequence 8192
show 26
has "campus-15b on campus"

busbar plan --model campus-15b/config.json --cluster cluster.yaml --tp 2 --pp 1 --format json
keys parameters network_bytes_per_s_per_gpu communication level
has '"parameters": 15516759040' '"network": "roce"' '"network_bytes_per_s_per_gpu": 25000000000'
