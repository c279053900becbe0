import { hideAdsScript } from '#features/ads/rules.ts';
import { themeInitScript } from '#ui/theme.ts';

/** The one line of script in the head of every document: what must be known before the first paint. Named by its hash in the policy. */
export const headScript = `${themeInitScript}${hideAdsScript}`;

/**
 * Of the document that stands in for one that could not be fetched: looks for that whenever it may be there, which the device does not
 * always know (a network without a way out), and loads it then.
 */
export const offlineRetryScript = `${headScript};{let look=()=>{if(navigator.onLine&&!document.hidden)fetch(location,{method:'HEAD'}).then(()=>location.reload(),()=>{})};addEventListener('online',look);setInterval(look,5e3)}`;
