import type { CampusDomain } from '#features/accounts/server/public.ts';
import type { Config } from './config.ts';
import { demoCampus } from '#demo/demo-data.ts';

/** Domains whose users are students, besides those of the known universities. */
export const getCampusDomains = ({ campusName, campusEmailDomains, demo }: Config): CampusDomain[] => [
  ...campusEmailDomains.map((domain) => ({ domain, university: campusName ?? null })),
  ...(demo.fill ? [demoCampus] : []),
];
