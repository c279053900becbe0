import { join } from 'node:path';
import { DatabaseInUseError, DatabaseStartError } from '#platform/server/database/database.ts';
import { EarlierMigrationsError } from '#platform/server/database/migrations/applied-migrations.ts';
import { ConfigError, readConfig } from './config.ts';
import { productionPages, viteDevPages } from './page-source.ts';
import { startServer } from './process/start-server.ts';

const root = join(import.meta.dirname, '../../..');
const developing = process.env['BOOKSWAP_DEV'] !== undefined;
const openPages = async () => (developing ? viteDevPages(root) : productionPages(root));

try {
  await startServer(readConfig(process.env), { developing, openPages, variables: process.env });
} catch (error) {
  if (
    error instanceof ConfigError ||
    error instanceof DatabaseInUseError ||
    error instanceof DatabaseStartError ||
    error instanceof EarlierMigrationsError
  )
    console.error(error.message);
  else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    console.error('Another program is using the port. Set PORT to a free one.');
  } else console.error(error);
  process.exit(error instanceof DatabaseInUseError ? error.exitCode : 1);
}
