import type { TestClient } from '../server/test-app.ts';

/** ISBNs that no source knows: of editions of one book, and of another. */
export const [EIGHTH, SEVENTH, SIXTH, OTHER] = [
  '9781119110668',
  '9780000000002',
  '9780000000019',
  '9780000000026',
] as const;

const calculus = { author: 'James Stewart', subject: 'Mathematics', condition: 'Good', price: 900 };

export const listEdition = (seller: TestClient, isbn: string, title: string, more: object = {}) =>
  seller.post('/api/books', { ...calculus, isbn, title, ...more });
