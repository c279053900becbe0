import { t } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { ApiError } from '#platform/web/transport.ts';
import type { Book, BookInput } from '../../contract.ts';
import type { ListingField } from '../listing-form/listing-values.ts';
import { changeRow, readRow, type RowProblem, type ShelfRow, withoutRow } from './shelf-rows.ts';
import { isWaiting } from '../hidden/is-waiting.ts';
import type { Posted, ShelfStore } from './shelf-store.ts';

/** Requests at a time. */
const MAX_POSTING = 3;

type Post = {
  /** Sends one listing; its `clientListingId` makes a repeated one the same listing. */
  send: (input: BookInput) => Promise<Book>;
  /** Waits for the photo of a row; resolves with whether it is there, or there is none. */
  photoOf: (id: string) => Promise<boolean>;
  onListed: (book: Book) => void;
};

/**
 * Posts rows of the shelf, the oldest first. Those that are listed leave it, and each of the others keeps its reason
 * and its place. A refusal that holds for all ends it, and so does a sign-out: the next session may be another user's.
 */
export async function postShelf(store: ShelfStore, ids: readonly string[], post: Post): Promise<Posted> {
  const posted: Posted = { listed: 0, failed: 0, isReviewed: false };
  let done = 0;
  let isOver: RowProblem | null = null;
  const show = () => store.showPosting({ ids: new Set(ids), total: ids.length, done });
  const fail = (id: string, problem: RowProblem, changes: Partial<ShelfRow> = {}) => {
    posted.failed += 1;
    store.change((rows) => changeRow(rows, id, { ...changes, problem }));
  };
  const readAgain = (id: string) => {
    const row = store.read().rows.find((each) => each.id === id);
    return row && readRow(row);
  };
  const postOne = async (id: string): Promise<void> => {
    if (!store.isOwner()) return;
    const errors = readAgain(id)?.errors ?? [];
    if (errors.length > 0) return fail(id, toProblem(errors));
    const hasPhoto = await post.photoOf(id);
    if (!store.isOwner()) return;
    if (!hasPhoto) return fail(id, { text: t('books.shelf.photo-failed'), fields: ['images'] });
    if (isOver !== null) return fail(id, isOver);
    // With the photo that has arrived.
    const read = readAgain(id);
    // Posted in another tab.
    if (read === undefined) return;
    try {
      const book = await post.send(read.input);
      posted.listed += 1;
      posted.isReviewed ||= isWaiting(book);
      store.change((rows) => withoutRow(rows, id));
      post.onListed(book);
    } catch (error) {
      const problem = problemOf(error);
      if (isForAll(error)) isOver = problem;
      fail(id, problem, problem.fields.includes('images') ? { images: [] } : {});
    }
  };
  show();
  try {
    await workThrough(ids, async (id) => {
      await postOne(id);
      done += 1;
      show();
    });
  } finally {
    store.showPosting(null);
  }
  store.showPosted(posted);
  return posted;
}

/** Works on a few at a time, in their order. */
async function workThrough(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const left = [...ids];
  const next = async (): Promise<void> => {
    const id = left.shift();
    if (id === undefined) return;
    await work(id);
    return next();
  };
  await Promise.all(Array.from({ length: MAX_POSTING }, next));
}

/** All faults of a row, so that they can be mended at once. */
const toProblem = (errors: readonly { path: string; message: string }[]): RowProblem => ({
  text: [...new Set(errors.map(({ message }) => message))].join(' · '),
  fields: errors.map(({ path }) => path.split('.')[0] as ListingField),
});

function problemOf(error: unknown): RowProblem {
  const errors = error instanceof ApiError ? error.errors : [];
  if (errors.length === 0) return { text: failureText(error), fields: [] };
  return toProblem(
    errors.map(({ path, message }) =>
      path.startsWith('images') ? { path, message: t('books.form.photos-missing') } : { path, message },
    ),
  );
}

/** No connection, or a limit of the account: the next request would get the same answer. */
const isForAll = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.code === 'too-many-listings';
