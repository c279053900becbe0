import { recordAdminAction } from '#features/audit/server/public.ts';
import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Database, Orm, Transaction } from '#platform/server/database/database.ts';
import { campusProblem, type CampusSettings } from '../contract.ts';
import { campusSettingsTable } from './table.ts';

type Row = typeof campusSettingsTable.$inferSelect;
export type StoredCampus = Pick<Row, 'version' | 'settings' | 'iconVersion'>;

const lockCampus = createSingleLock('campus settings');

const columns = {
  version: campusSettingsTable.version,
  settings: campusSettingsTable.settings,
  iconVersion: campusSettingsTable.iconVersion,
};

const NOTHING: StoredCampus = { version: 0, settings: null, iconVersion: null };

/** What administrators have changed; nothing in a new campus. */
export async function readStoredCampus(reader: Orm | Transaction): Promise<StoredCampus> {
  const [row] = await reader.select(columns).from(campusSettingsTable);
  return row ?? NOTHING;
}

/** A PNG of 512 pixels; null for the icon of BookSwap. */
export async function readCampusIcon({ orm }: Database): Promise<Buffer | null> {
  const [row] = await orm.select({ icon: campusSettingsTable.icon }).from(campusSettingsTable);
  return row?.icon ?? null;
}

type Change = { settings: CampusSettings } | { icon: Buffer | null };
type By = { actorId: string; version: number; now: Date };

/** Writes one of both, with the entry in the audit log. Throws 'campus-changed' if `version` is not the latest. */
export async function changeStoredCampus(
  tx: Transaction,
  change: Change,
  { actorId, version, now }: By,
): Promise<StoredCampus> {
  await lockCampus(tx);
  const before = await readStoredCampus(tx);
  if (before.version !== version) throw campusProblem('campus-changed');
  const next = version + 1;
  const values = { version: next, changedAt: now, ...toColumns(change, next) };
  const [row] = await tx
    .insert(campusSettingsTable)
    .values(values)
    .onConflictDoUpdate({ target: campusSettingsTable.id, set: values })
    .returning(columns);
  const action = 'icon' in change ? 'campus-icon-changed' : 'campus-changed';
  await recordAdminAction(tx, { actorId, action, details: { version: next }, now });
  return row!;
}

const toColumns = (change: Change, version: number) =>
  'icon' in change
    ? { icon: change.icon, iconVersion: change.icon === null ? null : version }
    : { settings: change.settings };
