/** Parts of photos for pages in chunks of their own; none of them is in the first script. */
export { ProfileImageField } from './profile-image-field.tsx';
