/**
 * The measured server, a separate process: the product in its production composition, on a filled database;
 * without rate limits unless they are what is measured.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalJWKSet, type JWK } from 'jose';
import { readConfig } from '../../src/app/server/config.ts';
import { createApp } from '../../src/app/server/create-app.ts';
import { productionPages } from '../../src/app/server/page-source.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { createCatalog, readWorks, type CatalogSize } from '../books/catalog.ts';
import { fillDatabase, STORED_ISSUER } from '../books/fill-database.ts';
import { CLEAR_CACHE_HEADER } from '../load/http-load.ts';
import { handleParentMessages, sendToParent } from './process-channel.ts';

export type ServerSettings = {
  dataDir: string;
  port: number;
  /** Of a PostgreSQL server; by default the product runs the embedded one. */
  databaseUrl: string | undefined;
  works: string;
  /** Null: another process has filled the database. */
  size: CatalogSize | null;
  issuer: { name: string; audience: string; key: JWK };
  /** With the rate limits. */
  isLimited?: boolean;
  /** Of the product's environment. */
  variables?: Record<string, string>;
};

export type ServerReady = {
  /** How another process connects to the same database. */
  databaseUrl: string;
  /** Of the embedded server. */
  postmasterPid: number | undefined;
};

const root = join(import.meta.dirname, '../..');
const settings = JSON.parse(process.argv[2]!) as ServerSettings;
const { dataDir, databaseUrl, issuer } = settings;
const log = {
  debug: () => {},
  info: () => {},
  warn: (_details: object, text?: string) => console.warn(text),
  error: (details: object, text?: string) => console.error(text, details),
};

const database = await openDatabase({ dataDir, log, ...(databaseUrl !== undefined && { url: databaseUrl }) });
await migrateDatabase(database, { folder: join(root, 'db/migrations'), log });
if (settings.size !== null) {
  const catalog = createCatalog(readWorks(readFileSync(settings.works, 'utf8')), settings.size);
  await fillDatabase(database, catalog, new Date(), (done) => sendToParent({ filled: done }));
}
const config = readConfig({
  PORT: String(settings.port),
  DATA_DIR: dataDir,
  DEMO: '0',
  LOG_LEVEL: 'error',
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  ...settings.variables,
});
const app = await createApp({
  config,
  database,
  pages: productionPages(root),
  unlimited: settings.isLimited !== true,
  issuers: [
    {
      issuer: issuer.name,
      audience: issuer.audience,
      jwks: createLocalJWKSet({ keys: [issuer.key] }),
      storedAs: STORED_ISSUER,
      algorithms: ['EdDSA'],
    },
  ],
});
// Such a request misses the cache of lists and pages, as after a change of any book.
app.context.http.server.prependListener('request', (request) => {
  if (request.headers[CLEAR_CACHE_HEADER] !== undefined)
    app.context.events.publish(bookChanged, { bookId: randomUUID(), sellerId: randomUUID() });
});
await app.listen();

handleParentMessages(async () => {
  await app.close();
  await database.close();
  // The measuring process may have ended.
  rmSync(dataDir, { recursive: true, force: true });
});
const ready: ServerReady = { databaseUrl: database.url, postmasterPid: database.embedded?.postmasterPid };
sendToParent({ ready });
