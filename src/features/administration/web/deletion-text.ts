import { formatThousands } from '#platform/shared/money.ts';

type Asked<T> = { data: T | undefined; isError: boolean };

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatThousands(count)} ${count === 1 ? one : many}`;

const UNKNOWN_TEXT = "Couldn't load what else will be deleted.";
const LOADING_TEXT = 'Checking what else will be deleted…';

/** The text of the confirmation before a listing is deleted. */
export function bookDeletionText(
  title: string,
  { data, isError }: Asked<{ photos: number; conversations: number; favorites: number }>,
): string {
  const begin = `This permanently deletes ${title}.`;
  if (data === undefined) return `${begin} ${isError ? UNKNOWN_TEXT : LOADING_TEXT}`;
  const gone = [
    ...(data.photos > 0 ? [counted(data.photos, 'photo')] : []),
    ...(data.favorites > 0 ? [counted(data.favorites, 'favorite')] : []),
  ];
  const stays =
    data.conversations > 0 ? ` ${counted(data.conversations, 'conversation')} about it will be kept.` : '';
  return `${begin}${gone.length > 0 ? ` It also deletes ${gone.join(' and ')}.` : ''}${stays}`;
}

/** What a ban deletes besides; null if nothing. */
export const banText = (otherAccounts: number): string | null =>
  otherAccounts === 0
    ? null
    : `A ban also deletes ${counted(otherAccounts, 'other account')} of the same mailbox.`;

type UserRemoval = {
  listings: number;
  conversations: number;
  favorites: number;
  payments: number;
  runningSubscription: boolean;
};

/** The data that is deleted with a user, one line each; the payments come last. */
export function userDeletionLines({ data, isError }: Asked<UserRemoval>): string[] {
  if (data === undefined) return [isError ? UNKNOWN_TEXT : LOADING_TEXT];
  const { listings, conversations, favorites, payments, runningSubscription } = data;
  return [
    ...(listings > 0 ? [`${counted(listings, 'listing')} with photos`] : []),
    ...(favorites > 0 ? [counted(favorites, 'favorite')] : []),
    ...(conversations > 0 ? [`${counted(conversations, 'conversation')}, for both people`] : []),
    ...(runningSubscription ? ['An active subscription, canceled immediately'] : []),
    "The account: they'll be signed out everywhere",
    ...(payments > 0 ? [`Kept without a name: ${counted(payments, 'payment')}`] : []),
  ];
}
