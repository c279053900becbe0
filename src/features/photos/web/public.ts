/** What other features' screens may use of photos. */
export { PhotoField, type PhotoFieldProps } from './photo-field.tsx';
export { photoSources, photoThumbnail, type PhotoSources } from './photo-url.ts';
