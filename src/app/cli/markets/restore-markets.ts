import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { verifyArchive } from '#platform/server/backup/archive-reader.ts';
import { createSignatureCheck } from '#platform/server/backup/backup-signature.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { provisionEmptyMarket } from '#platform/server/markets/provisioning/provision-market.ts';
import { clusterOf } from './cells.ts';
import { recordMigrations } from './create-market.ts';
import type { Deployment } from './deployment.ts';
import { ensureDirectory } from './ensure-directory.ts';
import { importMarket, loadArchive } from './import-market.ts';
import { MarketError } from './market-error.ts';
import { findMarket, readEntry, requireMarket } from './market-rows.ts';
import { beginOperation, findOpenOperation, runOperation, type Step, throwIfBusy } from './operations.ts';
import { readImport } from './read-import.ts';

export type RestoreOptions = { keepSessions: boolean; isUnsignedAccepted: boolean };

/** Replaces what is in a paused market by its backup. It stays paused. */
export async function restoreMarket(
  deployment: Deployment,
  name: string,
  { file, keepSessions, isUnsignedAccepted }: RestoreOptions & { file: string },
): Promise<void> {
  const market = await requireMarket(deployment, name);
  const { number, cell } = market;
  await throwIfBusy(deployment, market, 'restore');
  if (number === FIRST_MARKET)
    throw new MarketError(`${name} is the installation itself: npm run restore, into an empty database.`);
  if (market.state !== 'paused')
    throw new MarketError(`Pause it first: npm run admin -- markets pause ${name}. Nothing was changed.`);
  const { SECRET_KEY: root = null } = (await readEntry(deployment, number)).settings;
  const archive = await verifyArchive(file, createSignatureCheck(root, isUnsignedAccepted));
  if ((await findOpenOperation(deployment, number)) === undefined)
    await beginOperation(deployment, number, { kind: 'restore', step: 'rows', state: {} });
  const steps: Step<object>[] = [
    {
      name: 'rows',
      run: async () => {
        await provisionEmptyMarket(await clusterOf(deployment, cell), number, deployment.root);
        await loadArchive(deployment, number, { archive, keepSessions });
        await recordMigrations(deployment, number);
      },
    },
  ];
  await runOperation(deployment, market, steps);
  deployment.say(`${name} has the rows of ${file}. Open it: npm run admin -- markets resume ${name}`);
}

/** Restores or adds each market of a directory of backups. Returns whether all are complete. */
export async function restoreAll(
  deployment: Deployment,
  directory: string,
  options: RestoreOptions,
): Promise<boolean> {
  await ensureDirectory(deployment);
  const files = (await readdir(directory))
    .filter((file) => /^[a-z][a-z0-9-]*\.tar\.gz$/.test(file))
    .toSorted();
  const failed: string[] = [];
  for (const each of files) {
    const file = join(directory, each);
    try {
      await restoreOrAdd(deployment, file, options);
    } catch (error) {
      failed.push(basename(file, '.tar.gz'));
      console.error(`${each} failed: ${(error as Error).message}`);
    }
  }
  if (failed.length > 0) deployment.say(`Not restored: ${failed.join(', ')}.`);
  return failed.length === 0;
}

async function restoreOrAdd(deployment: Deployment, file: string, options: RestoreOptions): Promise<void> {
  const { market } = await verifyArchive(file, () => true);
  if (market === null || market.number === FIRST_MARKET) {
    deployment.say(`${basename(file)} is of market 1: restore it with npm run restore -- FILE`);
    return;
  }
  const existing = await findMarket(deployment, market.name);
  const isImported =
    existing === undefined || (await findOpenOperation(deployment, existing.number))?.kind === 'import';
  if (!isImported) return restoreMarket(deployment, market.name, { ...options, file });
  const read = await readImport({ names: [file], values: {} });
  return importMarket(deployment, { ...read, ...options });
}
