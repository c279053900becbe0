import type { ReactNode } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { useSession } from '#features/accounts/web/public.ts';
import type { OnReport } from './chat-menu.tsx';
import { MessagesError, MessagesLoading } from './conversation-states.tsx';
import { ExistingConversation } from './existing-conversation.tsx';
import { InvalidConversation } from './invalid-conversation.tsx';
import { NewConversation } from './new-conversation.tsx';

type ConversationPageProps = {
  params: Record<string, string>;
  search: URLSearchParams;
  /** Stands below what was written once the person has written something; `name` is the other one's first. */
  afterWriting: (name: string) => ReactNode;
  onReport: OnReport;
};

/** `/conversation/{id}`; the id 'new' with `sellerId` and `bookId` begins one. */
export default function ConversationPage({ params, search, afterWriting, onReport }: ConversationPageProps) {
  const session = useSession();
  const { myId, isLate, isAsking, ask } = useKnownUser();
  // Only the signed in come here; between signing out and being sent away there is nothing to show.
  if (session.status !== 'signed-in') return null;
  const { id } = params;
  // Which side is whose is not guessed.
  if (myId === null) {
    return isLate ? <MessagesError retrying={isAsking} onRetry={ask} /> : <MessagesLoading />;
  }
  if (id !== undefined && id !== 'new')
    return (
      <ExistingConversation key={id} id={id} myId={myId} afterWriting={afterWriting} onReport={onReport} />
    );
  const sellerId = search.get('sellerId');
  const bookId = search.get('bookId');
  if (!sellerId || !bookId) return <InvalidConversation />;
  return <NewConversation sellerId={sellerId} bookId={bookId} myId={myId} onReport={onReport} />;
}
