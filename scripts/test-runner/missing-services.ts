import { missingPackages } from '#tests/cluster/support/missing-packages.ts';
import { missingForContainers } from '#tests/containers/support/missing-programs.ts';
import { missingEngines } from '#tests/engines/support/engines.ts';
import { findCaddy } from '#tests/support/processes/caddy.ts';
import { findOnPath } from '#tests/support/postgresql/find-on-path.ts';
import { SmallDisk } from '#tests/support/product/small-disk.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import { findHaproxy } from '#tests/support/postgresql/haproxy.ts';
import { findPgBouncer } from '#tests/support/postgresql/pgbouncer.ts';
import { findRedis } from '#tests/support/server/redis-server.ts';

export const hasExternalPostgres = () => Boolean(findPostgres() || process.env.TEST_DATABASE_URL);

/**
 * What was not tested because this machine lacks a service, as sentences.
 * @param groups the groups of the stages that were chosen
 */
export function missingServices(groups: ReadonlySet<string>): string[] {
  return [
    ...((groups.has('external') || groups.has('postgres')) && !hasExternalPostgres()
      ? ['PostgreSQL is not installed: the product was tested on the embedded server only.']
      : []),
    ...(groups.has('external') && hasExternalPostgres() && !(findPgBouncer() && findHaproxy())
      ? [
          'PgBouncer or HAProxy is not installed: the tests through a pooler, and of a failover, were skipped.',
        ]
      : []),
    ...(groups.has('postgres') && hasExternalPostgres() && !findPgBouncer()
      ? ['PgBouncer is not installed: the leak matrix of two markets ran on direct connections only.']
      : []),
    ...((groups.has('server') || groups.has('unit')) && !findRedis()
      ? ['Redis is not installed: the tests with several processes were skipped.']
      : []),
    ...(groups.has('server') && !findCaddy()
      ? [
          'Caddy is not installed: the tests behind it, with a restart of one process after the other, were skipped.',
        ]
      : []),
    ...(groups.has('server') && !SmallDisk.canMount
      ? ['This user cannot mount a disk in memory: the test of a full disk was skipped.']
      : []),
    ...(groups.has('e2e') && !findOnPath('pdftoppm')
      ? ['pdftoppm is not installed: the PDF of a slip was not scanned.']
      : []),
    ...(groups.has('unit') && !findOnPath('systemd-analyze')
      ? ['systemd-analyze is not installed: the unit of systemd was not verified.']
      : []),
    ...(groups.has('cluster') && missingPackages().length > 0
      ? [`The tests of a cluster were skipped; missing: ${missingPackages().join(', ')}.`]
      : []),
    ...(groups.has('engines') ? missingEngines() : []),
    ...(groups.has('containers') && missingForContainers().length > 0
      ? [`The image and Compose were NOT tested; missing: ${missingForContainers().join(', ')}.`]
      : []),
  ];
}
