export { attachPhotos, reattachPhotos } from './attach-photos.ts';
export { readPhoto } from './read-photo.ts';
export { detachPhotos } from './detach-photos.ts';
