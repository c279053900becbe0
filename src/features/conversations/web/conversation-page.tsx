import type { ReactNode } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import type { OnReport } from './chat-menu.tsx';
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
  // Only the signed in come here; between signing out and being sent away there is nothing to show.
  if (session.status !== 'signed-in') return null;
  const { id } = params;
  const myId = session.user.id;
  if (id !== undefined && id !== 'new')
    return (
      <ExistingConversation key={id} id={id} myId={myId} afterWriting={afterWriting} onReport={onReport} />
    );
  const sellerId = search.get('sellerId');
  const bookId = search.get('bookId');
  if (!sellerId || !bookId) return <InvalidConversation />;
  return <NewConversation sellerId={sellerId} bookId={bookId} myId={myId} onReport={onReport} />;
}
