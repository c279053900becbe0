/** Books on the printed list: three pages. */
export const MAX_PRINTED_BOOKS = 100;

export const coverageOrders = ['wanted', 'least-covered', 'code'] as const;
export type CoverageOrder = (typeof coverageOrders)[number];
