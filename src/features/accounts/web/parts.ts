/** Who is here, for the pages in chunks of their own that need to know it. */
export { useKnownPerson } from './use-known-person.ts';
