import { formatThousands } from '#platform/shared/money.ts';

type Asked<T> = { data: T | undefined; isError: boolean };

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatThousands(count)} ${count === 1 ? one : many}`;

const UNKNOWN_TEXT = 'What else goes could not be looked up.';
const LOADING_TEXT = 'Looking up what goes with it…';

/** The text of the confirmation before a listing is deleted. */
export function bookDeletionText(
  title: string,
  { data, isError }: Asked<{ photos: number; conversations: number; favorites: number }>,
): string {
  const begin = `${title} is removed for good, whoever listed it.`;
  if (data === undefined) return `${begin} ${isError ? UNKNOWN_TEXT : LOADING_TEXT}`;
  const gone = [
    ...(data.photos > 0 ? [counted(data.photos, 'photo')] : []),
    ...(data.favorites > 0 ? [counted(data.favorites, 'favorite')] : []),
  ];
  const stays =
    data.conversations > 0 ? ` ${counted(data.conversations, 'conversation')} about it stay.` : '';
  return `${begin}${gone.length > 0 ? ` With it: ${gone.join(', ')}.` : ''}${stays}`;
}

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
    ...(conversations > 0 ? [`${counted(conversations, 'conversation')}, for both sides`] : []),
    ...(runningSubscription ? ['A running subscription, ended at once'] : []),
    'Their account: they are signed out everywhere',
    ...(payments > 0 ? [`Kept without their name: ${counted(payments, 'payment')}`] : []),
  ];
}
