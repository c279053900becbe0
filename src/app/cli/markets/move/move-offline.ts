import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { verifyArchive } from '#platform/server/backup/archive-reader.ts';
import { createSignatureCheck, signBackup } from '#platform/server/backup/backup-signature.ts';
import { createBackup } from '#platform/server/backup/create-backup.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { provisionEmptyMarket } from '#platform/server/markets/provisioning/provision-market.ts';
import { commandLog } from '../../open-configured-database.ts';
import { MIGRATIONS, productVersion } from '../../product-version.ts';
import { abortOnSignals } from '../../run-command.ts';
import type { Deployment } from '../deployment.ts';
import { filesOf } from '../market-resources.ts';
import type { MovePlan } from './move-plan.ts';
import { leadToTarget, pausing } from './switch-market.ts';

/** Moves a market by a backup and its restore, while its users wait. Its photos stay where they are. */
export async function moveOffline(deployment: Deployment, plan: MovePlan): Promise<void> {
  const { number, name, target } = plan;
  const file = join(dirname(filesOf(deployment, number).directory), `moving-m${number}.tar.gz`);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await removeFiles(file);
  deployment.say(`Pausing ${name} and copying it to ${plan.state.to} …`);
  const startedAt = performance.now();
  try {
    await pausing(deployment, plan, async () => {
      await backUpSource(deployment, plan, file);
      await deployment.atStep('paused', 'before');
      await provisionEmptyMarket(target, number, deployment.root);
      await restoreTarget(deployment, plan, file);
      await leadToTarget(deployment, plan);
    });
  } finally {
    await removeFiles(file);
  }
  deployment.say(`Its users waited ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

async function removeFiles(file: string): Promise<void> {
  for (const one of [file, `${file}.partial`]) await rm(one, { force: true });
}

/** As the provisioner: the role of the market is locked out. */
async function backUpSource(
  { root, now }: Deployment,
  { source, database }: MovePlan,
  file: string,
): Promise<void> {
  const opened = await openDatabase({
    url: withParts(source.adminUrl, { database }),
    dataDir: '',
    log: commandLog,
  });
  try {
    await createBackup(file, {
      database: opened,
      storage: noFiles,
      folder: MIGRATIONS,
      listObjectKeys: async () => [],
      secret: null,
      sign: (sumsDigest) => signBackup(root, sumsDigest),
      productVersion: productVersion(),
      now: now(),
      progress: () => {},
      signal: abortOnSignals(),
    });
  } finally {
    await opened.close();
  }
}

async function restoreTarget(
  { root }: Deployment,
  { target, database, targetRole }: MovePlan,
  file: string,
): Promise<void> {
  const archive = await verifyArchive(file, createSignatureCheck(root, false));
  const url = withParts(target.adminUrl, { ...targetRole, database });
  const opened = await openDatabase({ url, dataDir: '', log: commandLog });
  try {
    await restoreBackup(archive, {
      database: opened,
      storage: noFiles,
      folder: MIGRATIONS,
      productVersion: productVersion(),
      checkSecret: async () => {},
      saveSecret: async () => {},
      onRowsLoaded: async () => {},
      log: commandLog,
      progress: () => {},
    });
  } finally {
    await opened.close();
  }
}

/** The photos of a market are not in its cell. */
const noFiles = {
  put: async () => {},
  get: async () => null,
  size: async () => null,
  remove: async () => {},
  publicUrl: () => null,
  close: async () => {},
};
