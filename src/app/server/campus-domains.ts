import type { CampusDomain } from '#features/accounts/server/universities/find-university.ts';
import type { Config } from './config.ts';
import { demoCampus } from '#demo/demo-data.ts';

export const getCampusNames = (config: Config): string[] => [
  ...(config.campusName === undefined ? [] : [config.campusName]),
  ...getCampusDomains(config).flatMap(({ university }) => university ?? []),
];

/** Domains whose users are students, besides those of the known universities. */
export const getCampusDomains = ({ campusName, campusEmailDomains, demo }: Config): CampusDomain[] => [
  ...campusEmailDomains.map((domain) => ({ domain, university: campusName ?? null })),
  ...(demo.fill ? [demoCampus] : []),
];
