/** What other features may use of photos on the server. */
export { attachPortrait } from './attach-portrait.ts';
export { attachPhotos } from './attach-photos.ts';
export { mountPhotos, type PhotoParts } from './routes.ts';
export { exportPhotos, releasePhotos, removePhotosOf } from './release-photos.ts';
