import type { Course } from '../contract.ts';

type NamedBook = Pick<Course['books'][number], 'title' | 'edition' | 'isbn'>;

/** 'Calculus: Early Transcendentals, 8th Edition'; a book that nobody knows is called by its ISBN. */
export const listedBookTitle = ({ title, edition, isbn }: NamedBook) =>
  title === null ? `ISBN ${isbn.slice(0, 3)}-${isbn.slice(3)}` : [title, edition].filter(Boolean).join(', ');
