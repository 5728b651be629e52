#!/bin/sh
make format >&2
