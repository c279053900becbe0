/** Caddy for tests, with the configuration of `deploy`; it ends with the process that started it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findOnPath } from '../postgresql/find-on-path.ts';
import { waitForPort } from '../postgresql/wait-for-port.ts';
import { freePort } from '../server/free-port.ts';
import { createServerHome, startTemporaryServer } from '../server/temporary-server.ts';

export const CADDYFILE = join(import.meta.dirname, '../../../deploy/caddy/Caddyfile');

type Caddy = { address: string; port: number; stop(): Promise<void> };

/** The path of `caddy`, or undefined. */
export const findCaddy = (): string | undefined => findOnPath('caddy');

/**
 * Starts Caddy without TLS in front of these ports; in front of one, without health checks, as the guide
 * configures it. Throws if the binary is missing.
 */
export async function startCaddy(upstreamPorts: readonly number[], port?: number): Promise<Caddy> {
  const binary = findCaddy();
  if (!binary) throw new Error('No Caddy found: apt-get install caddy');
  const home = await createServerHome('bookswap-caddy-', ['caddy', 'nobody']);
  const ownPort = port ?? (await freePort());
  const caddyfile = join(home.directory, 'Caddyfile');
  const text = await readFile(CADDYFILE, 'utf8');
  await writeFile(caddyfile, upstreamPorts.length > 1 ? text : text.replaceAll(/^.*health_.*\n/gm, ''));
  const server = startTemporaryServer(home, {
    command: 'env',
    args: [
      `HOME=${home.directory}`,
      `XDG_DATA_HOME=${home.directory}`,
      `XDG_CONFIG_HOME=${home.directory}`,
      `CADDY_ADMIN=unix/${home.directory}/admin.sock`,
      `SITE_ADDRESS=http://127.0.0.1:${ownPort}`,
      `UPSTREAMS=${upstreamPorts.map((each) => `127.0.0.1:${each}`).join(' ')}`,
      binary,
      'run',
      '--config',
      caddyfile,
      '--adapter',
      'caddyfile',
    ],
    stopSignal: 'TERM',
  });
  try {
    await waitForPort(ownPort);
  } catch (error) {
    await server.stop();
    throw new Error(`Caddy did not start\n${server.output()}`, { cause: error });
  }
  return { address: `http://127.0.0.1:${ownPort}`, port: ownPort, stop: () => server.stop() };
}
