import { readFile } from 'node:fs/promises';
import { endAllSignIns } from '#features/accounts/server/identity/sessions/end-all-sign-ins.ts';
import { BackupError } from '#platform/server/backup/archive-format.ts';
import { type VerifiedArchive, verifyArchive } from '#platform/server/backup/archive-reader.ts';
import { createSignatureCheck } from '#platform/server/backup/backup-signature.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { rootOfMarket } from '#platform/server/markets/market-keys.ts';
import { isNameTaken, provisionEmptyMarket } from '#platform/server/markets/provisioning/provision-market.ts';
import { commandLog } from '../open-configured-database.ts';
import { MIGRATIONS, productVersion } from '../product-version.ts';
import { clusterOf } from './cells.ts';
import { activate } from './create-market.ts';
import type { Deployment } from './deployment.ts';
import { ensureDirectory } from './ensure-directory.ts';
import { MarketError } from './market-error.ts';
import { filesOf, withMarketDatabase } from './market-resources.ts';
import { findMarket, type MarketRow, readEntry, requireMarket } from './market-rows.ts';
import { findOpenOperation, runOperation, type Step } from './operations.ts';
import { type NewMarket, reserveMarket } from './reserve-market.ts';
import { putSecret } from './settings.ts';

export type Import = {
  file: string;
  market: NewMarket;
  keepSessions: boolean;
  isUnsignedAccepted: boolean;
  /** The file of the secret that the backup was made with, which checks its signature. */
  secretFile: string | null;
};

/** The archive, and the secret that its rows need. */
type Source = { archive: VerifiedArchive; root: string; number: number | null };

/** Adds a market with the rows and photos of a backup, as of an installation alone. */
export async function importMarket(deployment: Deployment, wanted: Import): Promise<void> {
  await ensureDirectory(deployment);
  const source = await openSource(deployment, wanted);
  const { name } = wanted.market;
  const existing = await findMarket(deployment, name);
  if (existing === undefined) await reserve(deployment, wanted, source);
  else if ((await findOpenOperation(deployment, existing.number))?.kind !== 'import')
    throw new MarketError(`A market ${name} exists. Give another name: --name NAME. Nothing was changed.`);
  const market = await requireMarket(deployment, name);
  await runOperation(deployment, market, steps(deployment, market, { ...wanted, source }));
  deployment.say(`${name} is market ${market.number}, with the rows of ${wanted.file}.`);
}

async function openSource(deployment: Deployment, wanted: Import): Promise<Source> {
  const { file, secretFile, isUnsignedAccepted } = wanted;
  deployment.say('Checking the backup …');
  const { secret, market } = await verifyArchive(file, () => true);
  const known = secretFile === null ? null : (await readFile(secretFile, 'utf8')).trim();
  throwIfProvesNothing(secret, { known, isUnsignedAccepted });
  const given = known ?? secret;
  // The number gives the secret, so it stays.
  const number = given === null && market !== null && market.number !== FIRST_MARKET ? market.number : null;
  const root = given ?? (number === null ? null : rootOfMarket(deployment.root, number));
  if (root === null)
    throw new MarketError(
      'The secret is not in this backup: the one that it was made with is needed, in a file: --secret-file FILE. Nothing was changed.',
    );
  const archive = await verifyArchive(file, createSignatureCheck(root, isUnsignedAccepted));
  return { archive, root, number };
}

/** Who changes a backup can sign it again with a secret that is in it. */
function throwIfProvesNothing(
  secret: string | null,
  { known, isUnsignedAccepted }: { known: string | null; isUnsignedAccepted: boolean },
): void {
  if (secret === null) return;
  if (known !== null && known !== secret)
    throw new MarketError('The secret of --secret-file is not that of the backup. Nothing was changed.');
  if (known === null && !isUnsignedAccepted)
    throw new MarketError(
      'The secret that signs this backup is in the backup itself, so the signature proves nothing. Give the secret as you ' +
        'received it another way: --secret-file FILE; or add --unsigned if you trust where the file comes from. Nothing was changed.',
    );
}

async function reserve(deployment: Deployment, { market }: Import, { number }: Source): Promise<void> {
  const operation = { kind: 'import', step: 'rows' } as const;
  await reserveMarket(deployment, { ...market, number }, operation, async (next) => {
    if (await isNameTaken(await clusterOf(deployment, market.cell), next))
      throw new MarketError(`The server of ${market.cell} has a database or a role m${next} already.`);
    await throwIfTaken(deployment, next);
  });
}

async function throwIfTaken({ control }: Deployment, number: number): Promise<void> {
  const { rowCount } = await control.query('SELECT FROM control.markets WHERE number = $1', [number]);
  if (rowCount !== 0)
    throw new MarketError(
      `This backup is of market ${number} of a deployment, which exists here. Restore it there (npm run restore -- --market NAME FILE), or export that market.`,
    );
}

const steps = (
  deployment: Deployment,
  { number, cell }: MarketRow,
  { source, keepSessions }: Import & { source: Source },
): Step<object>[] => [
  {
    name: 'rows',
    run: async () => {
      const cluster = await clusterOf(deployment, cell);
      const isDerived = source.root === rootOfMarket(deployment.root, number);
      await putSecret(deployment, number, { name: 'SECRET_KEY', value: isDerived ? '' : source.root });
      await provisionEmptyMarket(cluster, number, deployment.root);
      await loadArchive(deployment, number, { archive: source.archive, keepSessions });
    },
  },
  { name: 'open', run: () => activate(deployment, number) },
];

/** Loads a backup into the empty database of a market. */
export async function loadArchive(
  deployment: Deployment,
  number: number,
  { archive, keepSessions }: { archive: VerifiedArchive; keepSessions: boolean },
): Promise<void> {
  const { SECRET_KEY: root = deployment.root } = (await readEntry(deployment, number)).settings;
  const storage = await filesOf(deployment, number).open();
  try {
    await withMarketDatabase(deployment, number, (database) =>
      restoreBackup(archive, {
        database,
        storage,
        folder: MIGRATIONS,
        productVersion: productVersion(),
        checkSecret: async (secret) => {
          if (secret !== null && secret !== root)
            throw new BackupError('The secret of the backup is not that of the market. Nothing was changed.');
        },
        // The directory has it.
        saveSecret: async () => {},
        onRowsLoaded: async (client) => {
          if (!keepSessions) await endAllSignIns(client);
        },
        log: commandLog,
        progress: (text) => console.error(text),
      }),
    );
  } finally {
    await storage.close();
  }
}
