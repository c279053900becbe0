/** The exports of photos for other features. */
export { attachProfileImage } from './attach-profile-image.ts';
export { attachPhotos } from './attach-photos.ts';
export { reattachPhotos } from './reattach-photos.ts';
export { RESERVE_BYTES } from './check-disk.ts';
export { listStoredPhotoKeys } from './list-stored-photo-keys.ts';
export { mountPhotos, type Photos, type PhotosOptions } from './mount.ts';
export { movePhotos } from './move-photos.ts';
export { readPhoto } from './read-photo.ts';
export type { SeedPhoto } from './seed-photo.ts';
export { exportPhotos, detachPhotos, detachPhotosOfUser } from './detach-photos.ts';
