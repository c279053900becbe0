/** Parts of photos for pages in separate chunks; not in the first script. */
export { LazyPhotoField } from './lazy-photo-field.tsx';
export { ProfileImageField } from './profile-image-field.tsx';
export { type ItemPhotos, useItemPhotos } from './use-item-photos.ts';
