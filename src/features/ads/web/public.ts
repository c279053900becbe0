/** In the first script. The app imports the interstitials, which have their own chunk, directly. */
export { AdBanner } from './ad-banner.tsx';
export { AdsProvider, useAdsense } from './adsense-context.tsx';
