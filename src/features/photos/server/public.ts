/** The exports of photos for other features. */
export { attachPhotos } from './attach-photos.ts';
export { reattachPhotos } from './reattach-photos.ts';
export { readPhoto } from './read-photo.ts';
export { detachPhotos } from './detach-photos.ts';
