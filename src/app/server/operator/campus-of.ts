import { DEFAULT_HUE, hueNames } from '#features/campus/rules.ts';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import type { Config } from '../config.ts';

/** The name of the campus as the directory has it: what its administrators have changed is not asked for. */
export const campusOf = ({ number, settings, name }: MarketEntry, config: Config): string =>
  settings['CAMPUS_NAME'] ?? (number === FIRST_MARKET ? config.campusName : undefined) ?? name;

export const hueOf = ({ number, settings }: MarketEntry, config: Config): string =>
  hueNames.find((hue) => hue === settings['CAMPUS_COLOR']) ??
  (number === FIRST_MARKET ? config.campusColor : DEFAULT_HUE);
