/** What other features may use of editions on the server. */
export { findCatalogEdition } from './catalog/find-catalog-edition.ts';
export { mountEditions, type IsbnLookupConfig } from './mount.ts';
