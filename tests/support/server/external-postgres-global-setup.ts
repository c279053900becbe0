/**
 * Vitest global setup of the project `postgres`: the server of TEST_DATABASE_URL, or one from the installed
 * packages.
 */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-cluster.ts';

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    project.provide('databaseUrl', url);
    return undefined;
  }
  const cluster = await startPostgres();
  project.provide('databaseUrl', cluster.url);
  return () => cluster.stop();
}
