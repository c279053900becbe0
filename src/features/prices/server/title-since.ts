/**
 * SQL: whether a listing (alias `book`) has had its title since before a time. A notice names only such a
 * listing: its receiver has chosen it under that title, and the seller has not written another one since.
 */
export const hasTitleSinceSql = (book: string, time: string): string =>
  `(${book}.title_changed_at IS NULL OR ${book}.title_changed_at < ${time})`;
