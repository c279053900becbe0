/** What stands in the first script. The advertisements over the whole screen are reached by their own file. */
export { AdBanner } from './ad-banner.tsx';
export { AdsProvider, useAdsense } from './adsense-context.tsx';
