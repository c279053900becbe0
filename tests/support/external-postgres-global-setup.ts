/** Vitest global setup of the project `postgres`: the server that TEST_DATABASE_URL names, else one from the machine's packages. */
import { startPostgres } from './postgres-cluster.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  const cluster = await startPostgres();
  process.env.TEST_DATABASE_URL = cluster.url;
  return () => cluster.stop();
}
