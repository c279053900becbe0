import { findHaproxy } from '#tests/support/postgresql/haproxy.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import { findRedis } from '#tests/support/server/redis-server.ts';

/** Debian's packages that the tests of a cluster need and this machine lacks. */
export const missingPackages = (): string[] => [
  ...(findPostgres() ? [] : ['postgresql']),
  ...(findRedis() ? [] : ['redis-server']),
  ...(findHaproxy() ? [] : ['haproxy']),
];
