import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CellOfBackup } from '#platform/server/backup/create-backup.ts';
import { inJobsDatabase } from '#platform/server/markets/provisioning/ensure-jobs-database.ts';
import { clusterOf } from './cells.ts';
import type { MarketDescription } from '#platform/server/backup/archive-format.ts';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { rootOfMarket } from '#platform/server/markets/market-keys.ts';
import { readSecretForBackup } from '#platform/server/secrets/root-secret.ts';
import { SECRET_SETTINGS } from '../../server/market/market-settings.ts';
import { writeBackup } from '../write-backup.ts';
import type { Deployment } from './deployment.ts';
import { filesOf, withMarketDatabase } from './market-resources.ts';
import { listMarkets, publicUrlOf, readEntry, requireMarket } from './market-rows.ts';

/** Backs up a market. Its secret is in the backup if the one of the deployment does not give it. */
export async function backUpOne(
  deployment: Deployment,
  name: string,
  file: string,
  signal: AbortSignal,
  finalName = file,
): Promise<void> {
  const entry = await findEntry(deployment, name);
  const { number } = entry;
  const root = rootOf(deployment, entry);
  const isDerived = number !== FIRST_MARKET && root === rootOfMarket(deployment.root, number);
  const own = number === FIRST_MARKET ? await readSecretForBackup(deployment.config) : root;
  await backUp(deployment, entry, { file, finalName, secret: isDerived ? null : own, signal });
}

/** Writes a backup that `npm run restore` of a single installation starts with, its sessions alive. */
export async function exportMarket(
  deployment: Deployment,
  name: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const entry = await findEntry(deployment, name);
  await backUp(deployment, entry, { file, secret: rootOf(deployment, entry), signal });
  deployment.say(
    `${file} contains the secret of ${name}: keep it safe. To continue on another machine: npm run restore -- --keep-sessions --unsigned ${file}\n` +
      `Its subscriptions at Stripe go on there. Once it runs, delete ${name} here with --leave-subscriptions.`,
  );
}

/** Backs up each market into `directory`, in place of its last backup there. Returns whether all are complete. */
export async function backUpAll(
  deployment: Deployment,
  directory: string,
  signal: AbortSignal,
): Promise<boolean> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const failed: string[] = [];
  for (const { name, state } of await listMarkets(deployment)) {
    if (state === 'creating') continue;
    const file = join(directory, `${name}.tar.gz`);
    const written = join(directory, `${name}.new.tar.gz`);
    try {
      await removeRemains(directory, name);
      await backUpOne(deployment, name, written, signal, file);
      await rename(written, file);
    } catch (error) {
      signal.throwIfAborted();
      failed.push(name);
      console.error(`${name} failed: ${(error as Error).message}`);
    }
  }
  if (failed.length > 0) deployment.say(`Not backed up: ${failed.join(', ')}.`);
  return failed.length === 0;
}

/** Of a run that was killed. */
async function removeRemains(directory: string, name: string): Promise<void> {
  for (const file of await readdir(directory))
    if (file.startsWith(`${name}.new.tar.gz`)) await rm(join(directory, file));
}

const findEntry = async (deployment: Deployment, name: string): Promise<MarketEntry> =>
  readEntry(deployment, (await requireMarket(deployment, name)).number);

const rootOf = ({ root }: Deployment, { settings }: MarketEntry): string => settings['SECRET_KEY'] ?? root;

type ToWrite = { file: string; finalName?: string; secret: string | null; signal: AbortSignal };

async function backUp(
  deployment: Deployment,
  entry: MarketEntry,
  { file, finalName = file, secret, signal }: ToWrite,
): Promise<void> {
  const { number } = entry;
  const storage = await filesOf(deployment, number).open();
  const cluster = await clusterOf(deployment, entry.cell);
  const cell: CellOfBackup = {
    market: number,
    run: (work) => inJobsDatabase(cluster, deployment.root, work),
  };
  try {
    await withMarketDatabase(deployment, number, (database) =>
      writeBackup(file, {
        finalName,
        database,
        storage,
        secret,
        root: rootOf(deployment, entry),
        market: toDescription(deployment, entry),
        cell,
        signal,
      }),
    );
  } finally {
    await storage.close();
  }
}

const toDescription = (deployment: Deployment, entry: MarketEntry): MarketDescription => ({
  number: entry.number,
  name: entry.name,
  hosts: [...entry.hosts],
  settings: {
    PUBLIC_URL: publicUrlOf(deployment, entry),
    ...Object.fromEntries(
      Object.entries(entry.settings).filter(([key]) => key !== 'SECRET_KEY' && !SECRET_SETTINGS.has(key)),
    ),
  },
});
