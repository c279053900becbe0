import { DEFAULT_HUE, hueNames } from '#features/campus/rules.ts';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import type { Config } from '../config.ts';

/** The name of the campus as the directory has it: what its administrators have changed is not asked for. */
export const campusOf = ({ number, settings, name }: MarketEntry, config: Config): string =>
  settings['CAMPUS_NAME'] ?? (number === 1 ? config.campusName : undefined) ?? name;

export const hueOf = ({ number, settings }: MarketEntry, config: Config): string =>
  hueNames.find((hue) => hue === settings['CAMPUS_COLOR']) ??
  (number === 1 ? config.campusColor : DEFAULT_HUE);
