import type { CampusDomain } from '#features/accounts/server/public.ts';
import type { Config } from './config.ts';
import { demoCampus } from '#demo/demo-data.ts';

/** Whose people are students here, besides those of the universities that are known. */
export const getCampusDomains = ({ campusName, campusEmailDomains, demo }: Config): CampusDomain[] => [
  ...campusEmailDomains.map((domain) => ({ domain, university: campusName ?? null })),
  ...(demo.fill ? [demoCampus] : []),
];
