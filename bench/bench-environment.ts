import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#tests/support/server/free-port.ts';
import { startPostgres } from '#tests/support/server/postgres-cluster.ts';
import type { Engine } from './bench-arguments.ts';
import { SqlBaseline } from './servers/sql-baseline.ts';
import { BenchIssuer } from './servers/bench-issuer.ts';
import { createCatalog, readWorks, type Catalog, type CatalogSize } from './books/catalog.ts';
import { subjectOf } from './books/fill-database.ts';
import type { Pace } from './load/interleave.ts';
import { MeasuredProcess } from './servers/measured-process.ts';
import type { ServerReady, ServerSettings } from './servers/server.ts';
import { temporaryDirectory } from './servers/temporary-directory.ts';

/** The real books of the catalog. */
const worksFile = join(import.meta.dirname, '../src/features/editions/server/catalog/goodbooks.tsv');

/** A running product on a filled database, with the requests that measurements need. */
export type BenchEnvironment = AsyncDisposable & {
  engine: Engine;
  port: number;
  /** Of all processes; the first is `port`. */
  ports: readonly number[];
  server: MeasuredProcess<ServerReady>;
  /** Of `server`. */
  settings: ServerSettings;
  /** Of all processes, in microseconds. */
  cpu(): Promise<number>;
  bare: SqlBaseline;
  catalog: Catalog;
  pace: Pace;
  /** A token of a seller, by index; valid for an hour. */
  tokenOf(seller: number): Promise<string>;
};

type BenchEnvironmentOptions = {
  engine: Engine;
  size: CatalogSize;
  pace: Pace;
  profileDir: string | undefined;
  variables?: Record<string, string>;
  /** On an external engine there may be several. */
  processes?: number;
  /** With the rate limits of the product. */
  isLimited?: boolean;
  progress: (text: string) => void;
};

export async function openBenchEnvironment({
  engine,
  size,
  pace,
  profileDir,
  processes = 1,
  progress,
  ...ofProduct
}: BenchEnvironmentOptions): Promise<BenchEnvironment> {
  await using opening = new AsyncDisposableStack();
  const { path: dataDir } = opening.use(temporaryDirectory());
  let databaseUrl: string | undefined;
  if (engine === 'postgres') {
    const cluster = await startPostgres({ durable: true });
    opening.defer(() => cluster.stop());
    databaseUrl = cluster.url;
  }
  const issuer = await BenchIssuer.create();
  const port = await freePort();
  const settings: ServerSettings = {
    dataDir,
    port,
    databaseUrl,
    works: worksFile,
    size,
    issuer: issuer.publicPart,
    ...ofProduct,
  };
  const server = await MeasuredProcess.start<ServerReady>({
    program: 'server.ts',
    settings,
    profileDir,
    filled: (done) => done % 20_000 === 0 && progress(`  ${done} books`),
  });
  opening.use(server);
  const [servers, ports] = [[server], [port]];
  while (servers.length < processes) {
    const other = await joinDatabase(opening, settings);
    servers.push(other.server);
    ports.push(other.port);
  }
  const bare = opening.use(new SqlBaseline(server.ready.databaseUrl));
  const open = opening.move();
  return {
    engine,
    port,
    ports,
    server,
    settings,
    cpu: async () => {
      const used = await Promise.all(servers.map((one) => one.cpu()));
      return used.reduce((sum, one) => sum + one, 0);
    },
    bare,
    catalog: createCatalog(readWorks(readFileSync(worksFile, 'utf8')), size),
    pace,
    tokenOf: (seller) => issuer.token(subjectOf(seller)),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** One more process on a filled database. */
async function joinDatabase(opening: AsyncDisposableStack, first: ServerSettings) {
  const port = await freePort();
  const { path: dataDir } = opening.use(temporaryDirectory());
  const settings: ServerSettings = { ...first, port, dataDir, size: null };
  const server = opening.use(await MeasuredProcess.start<ServerReady>({ program: 'server.ts', settings }));
  return { port, server };
}
