import { SESSION_HINT_SCRIPT } from '#features/accounts/rules.ts';
import { HIDE_ADS_SCRIPT } from '#features/ads/rules.ts';
import { THEME_INIT_SCRIPT } from '#ui/theme.ts';

/**
 * The inline script in the head of every document, for what the first paint needs. The policy allows it by
 * its hash.
 */
export const HEAD_SCRIPT = `${THEME_INIT_SCRIPT}${HIDE_ADS_SCRIPT}${SESSION_HINT_SCRIPT}`;

/**
 * The script of the offline document: requests the page again when the device reports a connection and every
 * few seconds, because a device cannot always tell (a network without internet access), and loads it when the
 * request succeeds.
 */
export const OFFLINE_RETRY_SCRIPT = `${HEAD_SCRIPT};{let look=()=>{if(navigator.onLine&&!document.hidden)fetch(location,{method:'HEAD'}).then(()=>location.reload(),()=>{})};addEventListener('online',look);setInterval(look,5e3)}`;
