import { hideAdsEarly } from '#features/ads/rules.ts';
import { showThemeEarly } from '#ui/theme.ts';

/** The one line of script in the head of every document: what must be known before the first paint. Named by its hash in the policy. */
export const earlyScript = `${showThemeEarly}${hideAdsEarly}`;
