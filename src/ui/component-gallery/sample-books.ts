import type { RowBook } from '../display/book-row.tsx';

const book = (
  title: string,
  author: string,
  isbn: string,
  subject: string,
  condition: RowBook['condition'],
  priceCents: number,
): RowBook => ({
  title,
  author,
  isbn,
  subject,
  condition,
  priceCents,
});

export const ALGORITHMS = book(
  'Introduction to Algorithms, 4th Edition',
  'Thomas H. Cormen, Charles E. Leiserson, Ronald L. Rivest, Clifford Stein',
  '9780262046305',
  'Computer Science',
  'Like New',
  6800,
);
export const ORGANIC = book(
  'Organic Chemistry as a Second Language: First Semester Topics, 3rd Edition',
  'David R. Klein',
  '9781118010402',
  'Science',
  'Good',
  2450,
);
export const BIOLOGY = book(
  'Campbell Biology, 11th Edition',
  'Lisa A. Urry, Michael L. Cain, Steven A. Wasserman, Peter V. Minorsky, Jane B. Reece',
  '9780134093413',
  'Science',
  'Excellent',
  11800,
);
export const FALL_APART = book(
  'Things Fall Apart',
  'Chinua Achebe',
  '9780385474542',
  'Literature',
  'Poor',
  0,
);
export const ECONOMICS = book(
  'Principles of Economics, 7th Edition',
  'N. Gregory Mankiw',
  '9781285165875',
  'Business',
  'Good',
  4800,
);

export const SUBJECTS = [
  'All',
  'Mathematics',
  'Science',
  'History',
  'Literature',
  'Psychology',
  'Computer Science',
  'Fiction',
  'Non-Fiction',
  'Horror',
  'Romance',
  'Comedy',
  'Business',
  'Engineering',
];
export const NOW = Date.UTC(2026, 10, 20, 14, 40);
