import type { CampusSettings } from '#features/campus/contract.ts';
import type { Config } from '../config.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables of a market, with what its administrators have changed. */
export function withCampusSettings(variables: Variables, settings: CampusSettings | null): Variables {
  if (settings === null) return variables;
  const { prices, legal } = settings;
  const given = variables['CAMPUS_PRICES'];
  return {
    ...variables,
    CAMPUS_NAME: settings.name ?? undefined,
    CAMPUS_COLOR: settings.color,
    CAMPUS_COORDINATES: toCoordinatesText(settings.coordinates),
    CAMPUS_EMAIL_DOMAINS: settings.emailDomains.join(','),
    CAMPUS_LANGUAGES: settings.languages.join(','),
    CAMPUS_TIME_ZONE: settings.timeZone,
    // The last one of a name counts.
    CAMPUS_PRICES: `${given ? `${given},` : ''}boost=${prices.boost},ad-free=${prices.adFree}`,
    APPROVE_FIRST_LISTING: toFlag(settings.approveFirstListing, variables['APPROVE_FIRST_LISTING']),
    LEGAL_NAME: legal.name ?? undefined,
    LEGAL_ADDRESS: legal.address ?? undefined,
    LEGAL_EMAIL: legal.email ?? undefined,
    LEGAL_PERSON: legal.person ?? undefined,
  };
}

/** Settings of before there were coordinates have none. */
const toCoordinatesText = (coordinates: CampusSettings['coordinates'] | undefined) =>
  coordinates == null ? undefined : `${coordinates.latitude},${coordinates.longitude}`;

/** Settings of before it could be chosen have none: then the environment says. */
const toFlag = (isOn: boolean | undefined, given: string | undefined) =>
  isOn === undefined ? given : isOn ? '1' : '0';

/** What administrators see before they change something. */
export const toCampusSettings = (config: Config): CampusSettings => ({
  name: config.campusName ?? null,
  color: config.campusColor,
  coordinates: config.campusCoordinates,
  emailDomains: config.campusEmailDomains,
  languages: [...config.market.languages],
  timeZone: config.market.timeZone,
  prices: { boost: config.market.prices.boost, adFree: config.market.prices.adFree },
  approveFirstListing: config.market.approveFirstListing,
  legal: config.legal,
});
