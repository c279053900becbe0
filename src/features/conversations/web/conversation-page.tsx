import type { ReactNode } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { useSession } from '#features/accounts/web/public.ts';
import { ConversationPageSkeleton } from '#ui/states/conversation-page-skeleton.tsx';
import type { OnReport } from './chat-menu.tsx';
import { InvalidConversation, MessagesError } from './conversation-states.tsx';
import { ExistingConversation } from './existing-conversation.tsx';
import type { OfferSlots } from './offer-slots.ts';
import { NewConversation, type SellerProfile } from './new-conversation.tsx';

type ConversationPageProps = {
  params: Record<string, string>;
  search: URLSearchParams;
  /** Below the messages once the user has sent one. `name`: the first name of the other participant. */
  afterWriting: (name: string) => ReactNode;
  onReport: OnReport;
  offers: OfferSlots;
  /** The profile of `sellerId` in the address. */
  profile: SellerProfile;
};

/** `/conversation/{id}`. 'new' with `sellerId` and `bookId` begins a conversation with its first message. */
export default function ConversationPage({ params, search, ...slots }: ConversationPageProps) {
  const session = useSession();
  const { myId, isSlow, isFetching, refetch } = useKnownUser();
  // The route requires a signed-in user. Between signing out and the redirect nothing is shown.
  if (session.status !== 'signed-in') return null;
  const { id } = params;
  // The user's id tells buyer and seller apart.
  if (myId === null) {
    return isSlow ? <MessagesError retrying={isFetching} onRetry={refetch} /> : <ConversationPageSkeleton />;
  }
  if (id !== undefined && id !== 'new') return <ExistingConversation key={id} {...{ id, myId }} {...slots} />;
  const sellerId = search.get('sellerId');
  const bookId = search.get('bookId');
  if (!sellerId || !bookId) return <InvalidConversation />;
  return <NewConversation {...{ sellerId, bookId, myId }} {...slots} />;
}
