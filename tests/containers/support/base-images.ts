/**
 * The images that Containerfile and Compose name, made from Debian packages of this machine: no registry is
 * asked. Versions are those of Debian.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import type { ContainerEngine } from './container-engine.ts';
import { copyPackages } from './debian-files.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SCRIPTS = join(import.meta.dirname, '../images');
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const systemPackages = [
  'bash',
  'coreutils',
  'dash',
  'debianutils',
  'findutils',
  'grep',
  'sed',
  'util-linux',
].concat(['base-files', 'base-passwd', 'passwd', 'libc-bin', 'libstdc++6']);

/** The names of all images, as Containerfile and Compose spell them. */
async function readImageNames(): Promise<Record<string, string>> {
  const containerfile = await readFile(join(ROOT, 'Containerfile'), 'utf8');
  const compose = await readFile(join(ROOT, 'deploy/compose/compose.yaml'), 'utf8');
  const named = [
    ...containerfile.matchAll(/^ARG (\w+)_IMAGE=(\S+)$/gm),
    ...compose.matchAll(/\$\{(\w+)_IMAGE:-([^}]+)\}/g),
  ];
  return Object.fromEntries(named.map(([, name, image]) => [name!, image!]));
}

export async function makeBaseImages(engine: ContainerEngine): Promise<void> {
  const names = await readImageNames();
  const debian = join(engine.directory, 'debian');
  await copyPackages(debian, systemPackages);
  await symlink('dash', join(debian, 'usr/bin/sh')).catch(() => undefined);
  for (const file of ['passwd', 'group'])
    await cp(join(debian, `usr/share/base-passwd/${file}.master`), join(debian, 'etc', file));
  await makeImage(engine, { from: 'scratch', files: debian, tags: [names['BASE']!] });

  const node = join(engine.directory, 'node');
  await copyNode(join(node, 'usr/local'));
  await makeImage(engine, {
    from: names['BASE']!,
    files: node,
    setUp: 'useradd --uid 1000 --user-group --create-home node',
    tags: [names['NODE']!],
  });

  const services = join(engine.directory, 'services');
  // /usr/lib/postgresql/15/bin
  const server = `postgresql-${findPostgres()!.split('/').at(-2)}`;
  await copyPackages(services, [server, 'redis-server', 'caddy', 'wget', 'ca-certificates']);
  await cp(SCRIPTS, join(services, 'usr/local/bin'), { recursive: true });
  await copyStore(join(services, 'store'));
  await makeImage(engine, {
    from: names['NODE']!,
    files: services,
    setUp: `useradd --uid 999 --user-group postgres; useradd --uid 998 --user-group redis; rm -rf /var/run; ln -s /run /var/run
      ln -sf /usr/lib/postgresql/*/bin/* /usr/local/bin/; mkdir -p /var/lib/postgresql/data /run/postgresql
      chown -R postgres:postgres /var/lib/postgresql /run/postgresql`,
    tags: [names['REDIS']!, names['S3']!],
  });
  await makeImage(engine, {
    from: names['REDIS']!,
    options: {
      env: ['XDG_DATA_HOME=/data', 'XDG_CONFIG_HOME=/config'],
      cmd: ['["caddy","run","--config","/etc/caddy/Caddyfile","--adapter","caddyfile"]'],
    },
    tags: [names['CADDY']!],
  });
  await makeImage(engine, {
    from: names['REDIS']!,
    options: {
      entrypoint: ['["docker-entrypoint.sh"]'],
      cmd: ['postgres'],
      volume: ['/var/lib/postgresql/data'],
    },
    tags: [names['POSTGRES']!],
  });
  for (const directory of [debian, node, services]) await rm(directory, { recursive: true });
}

type ImageSource = {
  from: string;
  /** A directory that is copied to its root. */
  files?: string;
  /** A script that runs in it. */
  setUp?: string;
  /** Of `buildah config`. */
  options?: Record<string, string[]>;
  tags: string[];
};

async function makeImage(
  engine: ContainerEngine,
  { from, files, setUp, options = { env: [`PATH=${PATH}`], cmd: ['sh'] }, tags }: ImageSource,
) {
  const container = await engine.run('buildah', 'from', '--pull-never', from);
  if (files !== undefined) {
    await engine.run('buildah', 'copy', '--quiet', container, files, '/');
    const inRoot =
      'root=$(buildah mount "$1") && chroot "$root" sh -euc "ldconfig; $2" && buildah umount "$1"';
    await engine.run('sh', '-c', inRoot, 'sh', container, setUp ?? '');
  }
  const config = Object.entries(options).flatMap(([name, values]) =>
    values.flatMap((value) => [`--${name}`, value]),
  );
  await engine.run('buildah', 'config', ...config, container);
  const [first, ...others] = tags;
  await engine.run('buildah', 'commit', '--quiet', '--rm', container, first!);
  for (const other of others) await engine.run('buildah', 'tag', first!, other);
}

/** The Node of the product's packages, and the npm that this machine has. */
async function copyNode(directory: string): Promise<void> {
  await mkdir(join(directory, 'bin'), { recursive: true });
  await cp(process.execPath, join(directory, 'bin/node'), { dereference: true });
  await cp(findNpm(), join(directory, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(directory, 'bin/npm'));
}

function findNpm(): string {
  const places = ['/usr/lib/node_modules/npm', '/usr/local/lib/node_modules/npm'];
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`No npm in ${places.join(' or ')}`);
  return found;
}

/** The store that the tests use, with its packages. */
async function copyStore(directory: string): Promise<void> {
  const waiting = [{ name: '@20minutes/s3rver', from: ROOT }];
  const copied = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = findPackage(next.name, next.from);
    if (copied.has(path)) continue;
    copied.add(path);
    await cp(path, join(directory, path.slice(ROOT.length)), { recursive: true });
    const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const name of Object.keys(manifest.dependencies ?? {})) waiting.push({ name, from: path });
  }
  await writeFile(join(directory, 'package.json'), '{}');
}

function findPackage(name: string, from: string): string {
  const places = createRequire(join(from, 'package.json')).resolve.paths(`${name}/package.json`) ?? [];
  const place = places.find(
    (folder) => folder.startsWith(ROOT) && existsSync(join(folder, name, 'package.json')),
  );
  if (place === undefined) throw new Error(`${name} is not installed`);
  return join(place, name);
}
