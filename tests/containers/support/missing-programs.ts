import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '#tests/support/postgresql/find-on-path.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';

/** Of the storage of a run, on a disk: overlays do not work on all others. */
export const STORAGE_PARENT = '/var/tmp';

const enginePrograms = ['buildah', 'podman', 'crun', 'catatonit', 'docker-compose', 'iptables'];
/** What the images of the services are made from. */
const servicePrograms = ['redis-server', 'caddy', 'wget'];
const helpers = { netavark: '/usr/lib/podman/netavark', 'aardvark-dns': '/usr/lib/podman/aardvark-dns' };

/** Debian's packages, which operators install, too. */
export const enginePackages = [...enginePrograms, ...Object.keys(helpers)];

/** What the tests of the containers need and this machine lacks: Debian's packages, or rights. */
export function missingForContainers(): string[] {
  if (process.getuid?.() !== 0 || !canUnshare()) return ['the rights of root'];
  return [
    ...(canMountOverlay() ? [] : [`mounts of overlays on ${STORAGE_PARENT}`]),
    ...[...enginePrograms, ...servicePrograms].filter(
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

/** What this machine itself runs in may forbid it. */
function canMountOverlay(): boolean {
  const directory = mkdtempSync(join(STORAGE_PARENT, 'bookswap-overlay-'));
  try {
    for (const part of ['lower', 'upper', 'work', 'merged']) mkdirSync(join(directory, part));
    const mount = 'mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work overlay merged';
    execFileSync('unshare', ['--mount', 'sh', '-c', mount], { cwd: directory, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
