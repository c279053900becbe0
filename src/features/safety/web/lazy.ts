/** What conversations use of safety; not in the first script. */
export { CarefulNote } from './careful-note.tsx';
export { useContactQuestion } from './use-contact-question.tsx';
