import { openDraft } from '#platform/web/open-draft.ts';

// Deleted at sign-out, so that no other user sends it.
const stored = openDraft('favorite-queue');

/** The favorites that could not be sent yet, by book, also those of an earlier visit. */
const read = (): Record<string, unknown> => ({ ...(stored.read() as object | undefined) });

export const favoriteQueue = {
  entries: () =>
    Object.entries(read()).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
  has: (bookId: string): boolean => bookId in read(),
  /** Returns whether the device keeps it. */
  save: (bookId: string, favorited: boolean): boolean => stored.save({ ...read(), [bookId]: favorited }),
  remove(bookId: string): void {
    const { [bookId]: _, ...others } = read();
    if (Object.keys(others).length > 0) stored.save(others);
    else stored.clear();
  },
};
