/** The exports of photos for other features' screens. */
export { photoSources } from './photo-url.ts';
