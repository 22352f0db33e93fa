#!/bin/sh
# data nested 498 arrays deep: 500 levels in all.
awk 'BEGIN{printf "{\"passed\":true,\"data\":{\"d\":";for(i=0;i<498;i++)printf "[";for(i=0;i<498;i++)printf "]";print "}}"}'
