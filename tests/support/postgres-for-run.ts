/** Vitest global setup of the project `postgres`: one cluster per run, its address in TEST_POSTGRES_URL. */
import { startPostgres } from './postgres-cluster.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // An address given from outside is used as it is.
  if (process.env.TEST_POSTGRES_URL) return undefined;
  const cluster = await startPostgres();
  process.env.TEST_POSTGRES_URL = cluster.url;
  return async () => {
    delete process.env.TEST_POSTGRES_URL;
    await cluster.stop();
  };
}
