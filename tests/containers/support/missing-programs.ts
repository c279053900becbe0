import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findOnPath } from '#tests/support/postgresql/find-on-path.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';

const programs = [
  'buildah',
  'podman',
  'crun',
  'catatonit',
  'docker-compose',
  'redis-server',
  'caddy',
  'wget',
];
const helpers = { netavark: '/usr/lib/podman/netavark', 'aardvark-dns': '/usr/lib/podman/aardvark-dns' };

/** What the tests of the containers need and this machine lacks: Debian's packages, or rights. */
export function missingForContainers(): string[] {
  if (process.getuid?.() !== 0 || !canUnshare()) return ['the rights of root'];
  return [
    ...programs.filter(
      (name) => findOnPath(name) === undefined && !existsSync(`/usr/libexec/podman/${name}`),
    ),
    ...Object.entries(helpers).flatMap(([name, path]) => (existsSync(path) ? [] : [name])),
    ...(findPostgres()?.startsWith('/usr/lib/postgresql') ? [] : ['postgresql']),
    ...(findOnPath('dpkg-query') === undefined ? ['dpkg'] : []),
  ];
}

function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
