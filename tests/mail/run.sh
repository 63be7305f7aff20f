#!/bin/sh
# Plays a game of each kind between two real mail accounts of this machine: OpenSMTPD delivers on loopback through
# maildrop, which hands what is for the referee to `adjutant post`. Accounts and daemon are made and taken down here.
# Usage: tests/mail/run.sh [PROGRAM], as root
exec python3 "$(dirname "$0")/play.py" "$@"
