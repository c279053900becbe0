import { SESSION_HINT_SCRIPT } from '#features/accounts/rules.ts';
import { HIDE_ADS_SCRIPT } from '#features/ads/rules.ts';
import { THEME_INIT_SCRIPT } from '#ui/theme.ts';

/** Reloads up to five times without its script: versions that run side by side lack each other's files. */
const RELOAD_WITHOUT_SCRIPT = `{let k='bookswap:reloads',on=(name,then)=>document.addEventListener(name,({target:t})=>{if(t.type=='module')try{then(+sessionStorage.getItem(k))}catch{}},true);on('error',n=>{if(n<5&&navigator.onLine){sessionStorage.setItem(k,n+1);setTimeout(()=>location.reload(),500*2**n)}});on('load',()=>sessionStorage.removeItem(k))}`;

/** The inline script in the head of every document, for the first paint. The policy allows it by its hash. */
export const HEAD_SCRIPT = `${THEME_INIT_SCRIPT}${HIDE_ADS_SCRIPT}${SESSION_HINT_SCRIPT}${RELOAD_WITHOUT_SCRIPT}`;

/** With a connection it is the server that does not answer. */
const NAME_UNREACHABLE = `addEventListener('DOMContentLoaded',()=>{if(navigator.onLine){let t='No connection to BookSwap';document.title=t;document.querySelector('[role=status]').lastChild.data=t}})`;

/** Requests the page again on `online` and every few seconds (a device cannot always tell), and loads it then. */
export const OFFLINE_RETRY_SCRIPT = `${HEAD_SCRIPT};${NAME_UNREACHABLE};{let look=()=>{if(navigator.onLine&&!document.hidden)fetch(location,{method:'HEAD'}).then(()=>location.reload(),()=>{})};addEventListener('online',look);setInterval(look,5e3)}`;
