import { resolve } from 'node:path';
import { readConfig } from '#app/server/config.ts';
import { type App, createApp } from '#app/server/create-app.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { freePort } from '../server/free-port.ts';
import { TestClient } from '../server/test-app.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../../db/migrations');

/** The product as `npm start` runs it: on its embedded database in `dataDir`, by the machine's clock. */
export class EmbeddedProduct {
  readonly app: App;
  readonly database: Database;
  readonly address: string;
  readonly clock = systemClock;

  private constructor(app: App, database: Database, address: string) {
    this.app = app;
    this.database = database;
    this.address = address;
  }

  static async start(dataDir: string, variables: Record<string, string> = {}): Promise<EmbeddedProduct> {
    const log = createRecordingLog();
    const database = await openDatabase({ dataDir, log });
    try {
      await migrateDatabase(database, { folder: MIGRATIONS, log });
      const config = readConfig({
        PORT: String(await freePort()),
        DATA_DIR: dataDir,
        DEMO: '0',
        LOG_LEVEL: 'silent',
        ...variables,
      });
      const app = await createApp({
        config,
        database,
        checkResponses: true,
        unlimited: true,
        hashing: { N: 256 },
      });
      return new EmbeddedProduct(app, database, await app.listen());
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  visitor(): TestClient {
    return new TestClient(this.address, this.clock);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.close();
  }
}
