/** Who is here, for the pages in chunks of their own that need to know it. */
export { useKnownUser } from './session/use-known-user.ts';
