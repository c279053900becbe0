/** What other features may use of editions on the server. */
export { mountEditions, type IsbnLookupConfig } from './mount.ts';
