/** The exports of photos for other features' screens. */
export { cardPhoto, pagePhotos, photoSources } from './photo-url.ts';
