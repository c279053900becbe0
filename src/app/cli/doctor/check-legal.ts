import { readStoredCampus } from '#features/campus/server/stored-settings.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Config } from '../../server/config.ts';
import { type Finding, ok, warning } from './finding.ts';

const names = {
  name: "the operator's name",
  address: 'the postal address',
  email: 'the email',
  person: 'the person responsible',
} as const satisfies Record<keyof Config['legal'], string>;

/** What Imprint, Terms and Privacy say of the operator: Admin, Campus replaces the variables. */
export async function checkLegal(
  { orm, pool }: Pick<Database, 'orm' | 'pool'>,
  config: Pick<Config, 'legal'>,
): Promise<Finding[]> {
  const { rows } = await pool.query("SELECT to_regclass('campus_settings') IS NOT NULL AS exists");
  const settings = rows[0].exists ? (await readStoredCampus(orm)).settings : null;
  const legal = settings?.legal ?? config.legal;
  const missing = (Object.keys(names) as (keyof typeof names)[]).filter((name) => legal[name] === null);
  const check = 'imprint';
  if (missing.length === 0) return [ok(check, `${legal.name} is named as the operator.`)];
  return [
    warning(
      check,
      `The page /imprint lacks ${missing.map((name) => names[name]).join(', ')}.`,
      'Fill them in at Admin, Campus, or set LEGAL_NAME, LEGAL_ADDRESS, LEGAL_EMAIL and LEGAL_PERSON.',
    ),
  ];
}
