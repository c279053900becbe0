import type { PendingIntent } from './pending-intent.ts';

/** The text for what happens after sign-in; null if there is no pending intent. */
export function describeIntent(intent: PendingIntent | null): string | null {
  switch (intent?.kind) {
    case 'favorite':
      return `Then we save ${intent.title ?? 'the book'} to your Favorites.`;
    case 'contact':
      return intent.title === undefined
        ? 'Then you can write to the seller.'
        : `Then you can ask about ${intent.title}.`;
    case 'add-listing':
      return 'Then you can add your listing.';
    case 'route':
      return `Then we take you to ${places.find(([path]) => intent.path.startsWith(path))?.[1] ?? 'the page you wanted'}.`;
    default:
      return null;
  }
}

const places = [
  ['/favorites', 'your Favorites'],
  ['/messages', 'your Messages'],
  ['/conversation', 'your conversation'],
  ['/profile', 'your Profile'],
  ['/subscribe', 'the ad-free offer'],
] as const;
