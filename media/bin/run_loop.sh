#!/bin/bash
# `mam loop` for scripts that call the older tool by this name: arguments, streams, signals and exit code are its own.
case $0 in
  */*) self=$0 ;;
  *) self=./$0 ;;
esac
while [ -h "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
folder=$(CDPATH='' cd -- "${self%/*}" && pwd -P) || exit 1
exec "$folder/mam" loop "$@"
