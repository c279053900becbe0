import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { S3Store } from '#tests/support/fakes/s3-store.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { startPostgres } from '#tests/support/server/postgres-cluster.ts';
import type { Engine } from '../bench-arguments.ts';
import { descendants, memoryOf, type Memory } from '../servers/process-usage.ts';
import { below, type ReportRow } from '../results/report.ts';
import { MeasuredProcess } from '../servers/measured-process.ts';
import type { SocketBaselineSettings } from '../servers/socket-baseline-server.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';

const root = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 120_000;
const IDLE_MS = 15_000;
const EXISTING_AIM_RATIO = 10;
/** With migrations and the demo campus. */
const EMPTY_AIM_RATIO = 25;
/** PSS where the system reports it, in megabytes. */
const memoryAim: Record<Engine, number> = { embedded: 360, postgres: 200 };

/** `npm start` after installation and build: time to the first page, and memory at rest. */
export async function measureStart(engine: Engine): Promise<ReportRow[]> {
  await using made = new AsyncDisposableStack();
  const { path: dataDir } = made.use(temporaryDirectory());
  const variables: Record<string, string> = { DATA_DIR: dataDir, DEMO: '1' };
  if (engine === 'postgres') {
    const cluster = await startPostgres({ durable: true });
    made.defer(() => cluster.stop());
    variables['DATABASE_URL'] = cluster.url;
  }
  const bareSeconds = await startBare(variables['DATABASE_URL']);
  const empty = await startOnce(variables);
  const existing = await startOnce(variables, IDLE_MS);
  const extended = await startExtended(variables);
  return [
    startRow('an empty data directory', empty.seconds, bareSeconds, EMPTY_AIM_RATIO),
    startRow('an existing one', existing.seconds, bareSeconds, EXISTING_AIM_RATIO),
    memoryRow(existing.memory!, memoryAim[engine]),
    ...beside(extended, existing),
  ];
}

type Started = { seconds: number; memory?: Memory };

/** With a bucket for the photos, and traces that a collector takes. */
async function startExtended(variables: Record<string, string>): Promise<Started> {
  const store = await S3Store.start();
  const collector = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.config;
  try {
    return await startOnce(
      {
        ...variables,
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      },
      IDLE_MS,
    );
  } finally {
    collector.closeAllConnections();
    collector.close();
    await store.close();
  }
}

/** What the bucket and the traces add. */
function beside(extended: Started, plain: Started): ReportRow[] {
  const used = ({ memory }: Started) => memory!.pss ?? memory!.rss;
  return [
    {
      figure: 'With S3 and tracing: npm start to the first page · without',
      measured: `${extended.seconds.toFixed(1)} s`,
      reference: `${plain.seconds.toFixed(1)} s`,
      ratio: extended.seconds / plain.seconds,
    },
    {
      figure: 'With S3 and tracing: memory at rest · without',
      measured: `${(used(extended) / 2 ** 20).toFixed(0)} MB`,
      reference: `${(used(plain) / 2 ** 20).toFixed(0)} MB`,
      ratio: used(extended) / used(plain),
    },
  ];
}

/** The library `ws`, with a connection to the same database if there is one: to its first response. */
async function startBare(databaseUrl: string | undefined): Promise<number> {
  const start = performance.now();
  await using server = await MeasuredProcess.start<{ port: number }>({
    program: 'socket-baseline-server.ts',
    settings: { ...(databaseUrl !== undefined && { databaseUrl }) } satisfies SocketBaselineSettings,
  });
  await (await fetch(`http://127.0.0.1:${server.ready.port}/`)).text();
  return (performance.now() - start) / 1000;
}

function startRow(from: string, seconds: number, bareSeconds: number, maxRatio: number): ReportRow {
  const ratio = seconds / bareSeconds;
  return {
    figure: `npm start to the first page, from ${from} · ws alone`,
    measured: `${seconds.toFixed(1)} s`,
    reference: `${bareSeconds.toFixed(1)} s`,
    ratio,
    aim: { text: `≤ ${maxRatio}`, met: ratio <= maxRatio },
  };
}

function memoryRow({ rss, pss }: Memory, aim: number): ReportRow {
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  return {
    figure: `Memory after ${IDLE_MS / 1000} s idle, without npm`,
    measured: `${megabytes(rss)} RSS${pss === undefined ? '' : `, ${megabytes(pss)} PSS`}`,
    aim: below((pss ?? rss) / 2 ** 20, aim, 'MB'),
  };
}

async function startOnce(variables: Record<string, string>, rest = 0): Promise<Started> {
  const port = await freePort();
  const start = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...surroundings(), ...variables, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(npm, 'exit');
  const stop = () => npm.kill('SIGTERM');
  process.once('exit', stop);
  try {
    await firstPage(port, () => npm.exitCode !== null);
    const seconds = (performance.now() - start) / 1000;
    if (rest === 0) return { seconds };
    await delay(rest);
    return { seconds, memory: ownMemory(npm.pid!) };
  } finally {
    // npm passes the signal on, and ends with the product.
    stop();
    await ended;
    process.off('exit', stop);
  }
}

/**
 * A shell's environment: without the variables that npm has set for this program, and without the product's.
 */
function surroundings(): Record<string, string | undefined> {
  const { PATH, HOME, LANG, USER, TMPDIR } = process.env;
  return {
    PATH: PATH?.split(':')
      .filter((part) => !part.includes('node_modules'))
      .join(':'),
    HOME,
    LANG,
    USER,
    TMPDIR,
  };
}

async function firstPage(port: number, hasEnded: () => boolean): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < until && !hasEnded()) {
    const page = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (page?.ok && (await page.text()).includes('</html>')) return;
    await delay(25);
  }
  throw new Error('npm start served no page');
}

/** Of all descendants of npm; there may be a shell between npm and the product. */
function ownMemory(npm: number): Memory {
  const parts = descendants(npm).flatMap((pid) => memoryOf(pid) ?? []);
  const known = parts.every(({ pss }) => pss !== undefined);
  return {
    rss: parts.reduce((sum, { rss }) => sum + rss, 0),
    pss: known ? parts.reduce((sum, { pss }) => sum + pss!, 0) : undefined,
  };
}
