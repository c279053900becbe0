/** The exports of photos for other features' screens. */
export { photoSources } from './photo-url.ts';
export { cardPhoto, pagePhotos } from './listing-photos.ts';
