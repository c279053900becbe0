/** The product of one market, as a server opens it for its host. */
import { join } from 'node:path';
import { type Config, readConfig } from '#app/server/config.ts';
import { type App, createApp } from '#app/server/create-app.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { freePort } from '../server/free-port.ts';
import { TestClient } from '../server/test-app.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

type Place = { variables: Record<string, string>; entry: MarketEntry };

export class MarketApp {
  readonly app: App;
  readonly database: Database;
  readonly address: string;

  private constructor(app: App, database: Database, address: string) {
    this.app = app;
    this.database = database;
    this.address = address;
  }

  static async start({ variables, entry }: Place): Promise<MarketApp> {
    const { PUBLIC_URL: _, ...settings } = entry.settings;
    const port = await freePort();
    const { DATABASE_URL: _url, ...rest } = variables;
    const config: Config = readConfig({
      ...rest,
      ...settings,
      DATA_DIR: join(variables['DATA_DIR']!, 'markets', `m${entry.number}`),
      PORT: String(port),
      DEMO: '0',
      LOG_LEVEL: 'silent',
    });
    const database = await openDatabase({ url: entry.database.url, dataDir: '', log: silent });
    const app = await createApp({ config, database, unlimited: true, hashing: { N: 256 } });
    return new MarketApp(app, database, await app.listen());
  }

  visitor(): TestClient {
    return new TestClient(this.address, systemClock);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.close();
  }
}
