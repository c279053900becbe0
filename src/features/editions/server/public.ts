export { findCatalogEdition } from './catalog/find-catalog-edition.ts';
export { findCampusEditions } from './find-campus-edition.ts';
export { findLocalEdition } from './find-edition.ts';
export { findStoredEditions, type NamedEdition } from './find-stored-editions.ts';
export { bookWorks, listOtherIsbns } from './works/book-works.ts';
export { editionsOfWorkSql, isSameWorkSql } from './works/same-work-sql.ts';
export { type Availability, availabilitySql, cheapestCopiesSql } from './works/availability-sql.ts';
export { worksChanged } from './works/work-cache.ts';
export { registerIsbns } from './works/register-isbns.ts';
