import type { CampusSettings } from '#features/campus/contract.ts';
import { readStoredCampus } from '#features/campus/server/stored-settings.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Config, readConfig } from '../config.ts';

type Variables = Record<string, string | undefined>;

/** The configuration of the environment, with what the administrators of the campus have changed. */
export async function readCampusConfig(database: Database, variables: Variables): Promise<Config> {
  const { settings } = await readStoredCampus(database.orm);
  return readConfig(settings === null ? variables : { ...variables, ...toVariables(settings, variables) });
}

/** Settings by the names of the variables that they replace. */
function toVariables(settings: CampusSettings, variables: Variables): Variables {
  const { prices, legal } = settings;
  const given = variables['CAMPUS_PRICES'];
  return {
    CAMPUS_NAME: settings.name ?? undefined,
    CAMPUS_COLOR: settings.color,
    CAMPUS_EMAIL_DOMAINS: settings.emailDomains.join(','),
    CAMPUS_LANGUAGES: settings.languages.join(','),
    CAMPUS_TIME_ZONE: settings.timeZone,
    // The last one of a name counts.
    CAMPUS_PRICES: `${given ? `${given},` : ''}boost=${prices.boost},ad-free=${prices.adFree}`,
    LEGAL_NAME: legal.name ?? undefined,
    LEGAL_ADDRESS: legal.address ?? undefined,
    LEGAL_EMAIL: legal.email ?? undefined,
    LEGAL_PERSON: legal.person ?? undefined,
  };
}

/** What administrators see before they change something. */
export const toCampusSettings = (config: Config): CampusSettings => ({
  name: config.campusName ?? null,
  color: config.campusColor,
  emailDomains: config.campusEmailDomains,
  languages: [...config.market.languages],
  timeZone: config.market.timeZone,
  prices: { boost: config.market.prices.boost, adFree: config.market.prices.adFree },
  legal: config.legal,
});
