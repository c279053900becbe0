import type { PendingIntent } from '../session/pending-intent.ts';

/** What signing in or up is for; null if there is no pending intent. */
export function describeIntent(intent: PendingIntent | null, way: 'sign-in' | 'sign-up'): string | null {
  const begin = way === 'sign-in' ? 'Sign in' : 'Sign up';
  switch (intent?.kind) {
    case 'favorite':
      return `${begin} to save ${intent.title ?? 'this book'}.`;
    case 'contact':
      return `${begin} to ${intent.isOffer ? 'make an offer for' : 'ask about'} ${intent.title ?? 'this book'}.`;
    case 'add-listing':
      return `${begin} to sell a book.`;
    case 'want':
      return intent.wants.some(({ bookId }) => bookId !== undefined)
        ? `${begin} to hear if it becomes available.`
        : `${begin} to hear when it is listed.`;
    case 'route':
      return `${begin} to see ${places.find(([path]) => intent.path.startsWith(path))?.[1] ?? 'this page'}.`;
    default:
      return null;
  }
}

const places = [
  ['/favorites', 'your favorites'],
  ['/messages', 'your messages'],
  ['/conversation', 'your conversation'],
  ['/profile', 'your profile'],
  ['/subscribe', 'the ad-free offer'],
] as const;
