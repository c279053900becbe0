/** Parts of photos for pages in separate chunks; not in the first script. */
export { ProfileImageField } from './profile-image-field.tsx';
