#!/bin/sh
# For developers: puts every overlay together and holds each object against the types of the Kubernetes API, offline.
# Needs kustomize (go install sigs.k8s.io/kustomize/kustomize/v5@v5.4.3) and the schemas of the Python package kubernetes-validate
# (pip install kubernetes-validate). It sees a wrong name, type or missing field; not whether a cluster has the ingress, the
# certificates or the room.
set -eu
cd "$(dirname "$0")"
for overlay in overlays/*/; do
  objects=$(mktemp)
  kustomize build "$overlay" >"$objects"
  kubernetes-validate --strict "$objects"
  echo "$overlay $(grep -c '^kind:' "$objects") objects"
  rm "$objects"
done
