import { t, textId } from '#platform/shared/texts/t.ts';
import type { PendingIntent } from '../session/pending-intent.ts';

/** What signing in or up is for; null if there is no pending intent. */
export function describeIntent(intent: PendingIntent | null, way: 'sign-in' | 'sign-up'): string | null {
  const isNew = way === 'sign-up';
  switch (intent?.kind) {
    case 'favorite': {
      const { title } = intent;
      return title === undefined
        ? t('accounts.intent.save-this-book', { isNew })
        : t('accounts.intent.save-book', { isNew, title });
    }
    case 'contact': {
      const { title, isOffer } = intent;
      if (title === undefined)
        return t(isOffer ? 'accounts.intent.offer-for-this-book' : 'accounts.intent.ask-about-this-book', {
          isNew,
        });
      return t(isOffer ? 'accounts.intent.offer-for-book' : 'accounts.intent.ask-about-book', {
        isNew,
        title,
      });
    }
    case 'add-listing':
      return t('accounts.intent.sell', { isNew });
    case 'want':
      return intent.wants.some(({ bookId }) => bookId !== undefined)
        ? t('accounts.intent.hear-when-available', { isNew })
        : t('accounts.intent.hear-when-listed', { isNew });
    case 'route': {
      const place = places.find(([path]) => intent.path.startsWith(path))?.[1];
      return t(place ?? 'accounts.intent.see-page', { isNew });
    }
    default:
      return null;
  }
}

const places = [
  ['/favorites', textId('accounts.intent.see-favorites')],
  ['/messages', textId('accounts.intent.see-messages')],
  ['/conversation', textId('accounts.intent.see-conversation')],
  ['/profile', textId('accounts.intent.see-profile')],
  ['/subscribe', textId('accounts.intent.see-ad-free')],
] as const;
