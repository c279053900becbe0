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
  server: MeasuredProcess<ServerReady>;
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
  progress: (text: string) => void;
};

export async function openBenchEnvironment({
  engine,
  size,
  pace,
  profileDir,
  progress,
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
  };
  const server = await MeasuredProcess.start<ServerReady>({
    program: 'server.ts',
    settings,
    profileDir,
    filled: (done) => done % 20_000 === 0 && progress(`  ${done} books`),
  });
  opening.use(server);
  const bare = opening.use(new SqlBaseline(server.ready.databaseUrl));
  const open = opening.move();
  return {
    engine,
    port,
    server,
    bare,
    catalog: createCatalog(readWorks(readFileSync(worksFile, 'utf8')), size),
    pace,
    tokenOf: (seller) => issuer.token(subjectOf(seller)),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
