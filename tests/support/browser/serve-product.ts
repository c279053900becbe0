import { join } from 'node:path';
import { readConfig } from '#app/server/config.ts';
import { productionPages } from '#app/server/page-source.ts';
import { startServer } from '#app/server/process/start-server.ts';

const ROOT = join(import.meta.dirname, '../../..');

await startServer(readConfig(process.env), {
  variables: process.env,
  openPages: async () => productionPages(ROOT),
  hashing: { N: 256 },
});
