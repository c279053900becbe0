/** What other features' screens may use of photos. */
export { LazyPhotoField } from './lazy-photo-field.tsx';
export { photoSources } from './photo-url.ts';
