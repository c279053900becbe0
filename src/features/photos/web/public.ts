/** The exports of photos for other features' screens. */
export { LazyPhotoField } from './lazy-photo-field.tsx';
export { photoSources } from './photo-url.ts';
