export { cardPhoto, pagePhotos, photoSources } from './photo-url.ts';
