import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { installationState } from './table.ts';

export async function findStoredValue(
  { orm }: Pick<Database, 'orm'>,
  name: string,
): Promise<string | undefined> {
  const [kept] = await orm.select().from(installationState).where(eq(installationState.name, name));
  return kept?.value;
}

/** If several processes start together, the first one's value stays. */
export async function getOrCreateStoredValue(
  database: Database,
  name: string,
  value: string,
  now: Date,
): Promise<string> {
  await database.orm.insert(installationState).values({ name, value, createdAt: now }).onConflictDoNothing();
  return (await findStoredValue(database, name))!;
}

export async function setStoredValue(
  { orm }: Pick<Database, 'orm'>,
  name: string,
  value: string,
  now: Date,
): Promise<void> {
  const row = { value, createdAt: now };
  await orm
    .insert(installationState)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: installationState.name, set: row });
}
