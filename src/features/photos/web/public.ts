/** What other features' screens may use of photos. */
export { PhotoField } from './lazy-photo-field.tsx';
export type { PhotoFieldProps } from './photo-field.tsx';
export { photoSources, photoThumbnail, type PhotoSources } from './photo-url.ts';
