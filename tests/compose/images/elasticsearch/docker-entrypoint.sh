#!/bin/bash
# Takes settings out of the environment, as Elastic's image does: every variable with a dot in its name is one.
set -euo pipefail

umask 077
echo "elastic:{PLAIN}${ELASTIC_PASSWORD:?it has no default}" >/tmp/password
nginx

# What the server knows, without the features that are not published as packages.
mapfile -t settings < <(env | grep -E '^[a-z]+\.[a-z._]+=' | grep -Ev '^(xpack|ingest\.geoip)\.')
# shellcheck disable=SC2086  # a list of options
exec java ${ES_JAVA_OPTS:-} -cp '/usr/share/elasticsearch/server/*' crawler.tests.Node \
    path.home=/usr/share/elasticsearch path.data=/usr/share/elasticsearch/data path.logs=/tmp/logs \
    http.host=127.0.0.1 http.port=9201 transport.host=127.0.0.1 transport.port=0 \
    cluster.routing.allocation.disk.threshold_enabled=false "${settings[@]}"
