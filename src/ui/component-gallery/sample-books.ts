import type { RowBook } from '../display/book-row.tsx';

// oxfmt-ignore
const rows = {
  algorithms: ['Introduction to Algorithms, 4th Edition', 'Thomas H. Cormen, Charles E. Leiserson, Ronald L. Rivest, Clifford Stein', '9780262046305', 'Computer Science', 'Like New', 6800],
  organic: ['Organic Chemistry as a Second Language: First Semester Topics, 3rd Edition', 'David R. Klein', '9781118010402', 'Science', 'Good', 2450],
  biology: ['Campbell Biology, 11th Edition', 'Lisa A. Urry, Michael L. Cain, Steven A. Wasserman, Peter V. Minorsky, Jane B. Reece', '9780134093413', 'Science', 'Excellent', 11800],
  fallApart: ['Things Fall Apart', 'Chinua Achebe', '9780385474542', 'Literature', 'Poor', 0],
  economics: ['Principles of Economics, 7th Edition', 'N. Gregory Mankiw', '9781285165875', 'Business', 'Good', 4800],
} as const;

/** The books of the design drawings. */
export const sampleBook = (name: keyof typeof rows): RowBook => {
  const [title, author, isbn, subject, condition, price] = rows[name];
  return { title, author, isbn, subject, condition, price };
};
