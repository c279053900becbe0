/** Parts of listings for other features, in chunks that load on demand. */
export { toIsbn13 } from '../isbn.ts';
