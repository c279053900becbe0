import { SESSION_HINT_SCRIPT } from '#features/accounts/rules.ts';
import { HIDE_ADS_SCRIPT } from '#features/ads/rules.ts';
import { LIST_VIEW_SCRIPT } from '#ui/display/list-view.ts';
import { NEEDS_SCRIPT, RELEASE_EARLY_TAPS } from '#ui/early-taps.ts';
import { THEME_INIT_SCRIPT } from '#ui/theme.ts';

/**
 * Reloads up to five times without its script: versions that run side by side lack each other's files. Without a
 * connection it waits for one.
 */
const RELOAD_WITHOUT_SCRIPT = `{let k='bookswap:reloads',on=(name,then)=>document.addEventListener(name,({target:t})=>{if(t.type=='module')try{then(+sessionStorage.getItem(k))}catch{}},true);on('error',n=>{let again=()=>location.reload();if(!navigator.onLine)addEventListener('online',again);else if(n<5){sessionStorage.setItem(k,n+1);setTimeout(again,500*2**n)}});on('load',()=>sessionStorage.removeItem(k))}`;

/**
 * Keeps taps on the server's markup until the script has its controls: React drops those before its start. Each control
 * is pressed once then, and looks pressed until then. Links, fields and forms that lead to a page work by themselves.
 * A form that the script sends (`post` without an address) is never sent by the browser, not even by Enter, and not with
 * what is typed after the tap.
 */
const KEEP_EARLY_TAPS = `{let d=document,taps=new Set,stays=f=>f?.method=='post'&&!f.hasAttribute('action'),drop=b=>{taps.delete(b);delete b.dataset.early},keep=({target:t})=>{let b=t.closest('a,button,input,label,select,summary,textarea');if(t.closest('#root')&&(!b||b.type=='button'||b.type=='submit'&&stays(b.form))){taps.add(b||t);if(b)b.dataset.early=''}},type=({target:t})=>{for(let b of taps)if(b.type=='submit'&&b.form==t.form)drop(b)};d.addEventListener('readystatechange',()=>{for(let b of d.querySelectorAll('[${NEEDS_SCRIPT}]'))b.disabled=false});d.addEventListener('submit',e=>stays(e.target)&&e.preventDefault());d.addEventListener('click',keep,true);d.addEventListener('input',type,true);globalThis.${RELEASE_EARLY_TAPS}=()=>{d.removeEventListener('click',keep,true);d.removeEventListener('input',type,true);for(let t of taps)delete t.dataset.early;for(let t of taps)t.isConnected&&t.dispatchEvent(new MouseEvent('click',{bubbles:true,cancelable:true}))}}`;

/** The inline script in the head of every document, for the first paint. The policy allows it by its hash. */
export const HEAD_SCRIPT = `${THEME_INIT_SCRIPT};${LIST_VIEW_SCRIPT}${HIDE_ADS_SCRIPT}${SESSION_HINT_SCRIPT}${RELOAD_WITHOUT_SCRIPT}${KEEP_EARLY_TAPS}`;

/** On the title of the offline document: what it says with a connection. */
export const UNREACHABLE_ATTRIBUTE = 'data-unreachable';

/** With a connection it is the server that does not answer. */
const NAME_UNREACHABLE = `addEventListener('DOMContentLoaded',()=>{if(navigator.onLine){let t=document.querySelector('title').getAttribute('${UNREACHABLE_ATTRIBUTE}');document.title=t;document.querySelector('[role=status]').lastChild.data=t}})`;

/** Requests the page again on `online` and every few seconds (a device cannot always tell), and loads it then. */
export const OFFLINE_RETRY_SCRIPT = `${HEAD_SCRIPT};${NAME_UNREACHABLE};{let look=()=>{if(navigator.onLine&&!document.hidden)fetch(location,{method:'HEAD'}).then(()=>location.reload(),()=>{})};addEventListener('online',look);setInterval(look,5e3)}`;
