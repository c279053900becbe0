/** Where pages report to the relay. */
export const REPORT_PATH = '/engine-report';

/** The entry of the session's storage that makes a page believe that the device is offline. */
export const CUT_OFF_KEY = 'engines:cut-off';

/** Runs first in each document. */
export const PAGE_WATCH = `{
const tell = (line) => navigator.sendBeacon('${REPORT_PATH}', line);
for (const level of ['error', 'warn']) {
  const log = console[level];
  console[level] = (...words) => { tell('console ' + words.map(String).join(' ')); log.apply(console, words); };
}
addEventListener('error', ({ message, error }) => tell('thrown ' + (error?.stack ?? message)));
addEventListener('unhandledrejection', ({ reason }) => tell('rejected ' + reason));
addEventListener('securitypolicyviolation', (event) => tell('policy ' + event.effectiveDirective + ' ' + event.blockedURI));
const { get } = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine');
Object.defineProperty(navigator, 'onLine', { get: () => sessionStorage.getItem('${CUT_OFF_KEY}') === null && get.call(navigator) });
}`;
