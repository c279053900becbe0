import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import type { Book } from '../contract.ts';

/** Opens the conversation with the seller, or sign-in first. `isOffer`: with the dialog of an offer. */
export function useContactSeller({ id: bookId, sellerId, title }: Book, isOffer = false): () => void {
  const session = useSession();
  const [, navigate] = useLocation();
  // A press before the session is known takes effect as soon as it is.
  const isPressed = useRef(false);
  const contact = () => {
    if (session.status === 'loading') {
      isPressed.current = true;
    } else if (session.status === 'signed-out') {
      storePendingIntent({ kind: 'contact', bookId, sellerId, title, ...(isOffer && { isOffer }) });
      navigate('/sign-in');
    } else if (session.user.id !== sellerId) {
      navigate(`/conversation/new?sellerId=${sellerId}&bookId=${bookId}${isOffer ? '&offer' : ''}`);
    }
  };
  const contactLate = useEffectEvent(contact);
  useEffect(() => {
    if (!isPressed.current || session.status === 'loading') return;
    isPressed.current = false;
    contactLate();
  }, [session.status]);
  return contact;
}
