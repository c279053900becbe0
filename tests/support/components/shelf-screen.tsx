import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { BookInput } from '#features/books/contract.ts';
import type { Edition } from '#features/editions/contract.ts';
import { type Answers, type FakeRequest, refuse } from './fake-server.ts';
import { control, fill, press, renderScreen } from './render-screen.tsx';
import { ownBook, robin, uuid } from './sample-data.ts';

export const [ALGORITHMS, HUNGER_GAMES, UNKNOWN] = ['9780262046305', '9780439023481', '9781119110668'];

const titles: Record<string, string> = {
  [ALGORITHMS]: 'Introduction to Algorithms',
  [HUNGER_GAMES]: 'The Hunger Games',
};
const isKnown = (isbn: string | undefined) => isbn !== undefined && isbn in titles;
export const editions = ({ params: [isbn] }: FakeRequest): Edition | Response =>
  isKnown(isbn)
    ? {
        isbn: isbn!,
        title: titles[isbn!]!,
        author: 'An Author',
        edition: isbn === ALGORITHMS ? '4th Edition' : null,
        publisher: null,
        publishedYear: null,
        subject: null,
        source: 'catalogue',
      }
    : refuse(404, 'edition-not-found');

/** A median of the ISBN of algorithms, by condition. */
const guidance = ({ query }: FakeRequest) =>
  query.get('isbn') === ALGORITHMS
    ? {
        low: 3000,
        median: query.get('condition') === 'Fair' ? 4000 : 5500,
        high: 7000,
        sampleSize: 5,
        basis: 'listed' as const,
      }
    : Response.json(null);

let owners = 0;
/** A shelf goes on in its document: each has another owner. */
export const nextOwner = (): CurrentUser => ({ ...robin, id: uuid(700 + (owners += 1)) });

export const sentInputs = (server: { sent(key: 'POST /api/books'): unknown[] }) =>
  server.sent('POST /api/books') as (BookInput & { clientListingId: string })[];

export const list = ({ body }: FakeRequest) =>
  ownBook({ id: crypto.randomUUID(), title: (body as BookInput).title });

export const openShelfPage = (answers: Answers = {}, user = nextOwner()) =>
  renderScreen('/add-listing/shelf', {
    user,
    'GET /api/editions/:isbn': editions,
    'GET /api/price-guidance': guidance,
    'POST /api/books': list,
    ...answers,
  });

export async function add(...isbns: string[]): Promise<void> {
  for (const isbn of isbns) {
    await fill('Or type an ISBN', isbn);
    await press('Add');
  }
}
export const rows = () =>
  screen.queryAllByRole('listitem').filter((item) => item.closest('ol[reversed]') !== null);
export const price = (book: string) => screen.findByLabelText<HTMLInputElement>(`Price of ${book}`);
export const condition = (book: string) => screen.findByLabelText<HTMLSelectElement>(`Condition of ${book}`);
export const choose = async (book: string, value: string) =>
  userEvent.selectOptions(await condition(book), value);
/** As Escape does. */
export const skipAd = async () =>
  void fireEvent(await control('dialog', 'Boost Your Listing!'), new Event('cancel', { cancelable: true }));
