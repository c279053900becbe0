import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useContactQuestion } from '#features/safety/web/lazy.ts';
import { isNewAccount } from '#features/safety/rules.ts';
import { usePause } from '#features/accounts/web/lazy.ts';
import { userUrl } from '#features/accounts/rules.ts';
import { photoSources } from '#features/photos/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { ChatHeader, PinnedBook } from '#ui/chat/chat-header.tsx';
import { Composer } from '#ui/chat/composer.tsx';
import { AppShell } from '#ui/layout/app-shell.tsx';
import type { BookCondition } from '#ui/display/badge.tsx';
import type { Conversation } from '../contract.ts';
import { MAX_MESSAGE_LENGTH } from '../rules.ts';
import { BlockedComposer, type CancelDialog, ChatMenu, type OnReport, PausedComposer } from './chat-menu.tsx';
import { useDraft } from './use-draft.ts';
import { useTyping } from './use-typing.ts';

type ConversationScreenProps = {
  /** The other participant; without `createdAt` it is unknown whether the account is new. */
  other: Omit<Conversation['seller'], 'createdAt'> & { createdAt?: string };
  book: Conversation['book'] & { id: string; university: string | null };
  /** Null before the first message. */
  conversationId: string | null;
  /** No message was sent yet, by either of them. */
  isEmpty: boolean;
  /** The user has blocked the other participant, and cannot write. */
  youBlocked: boolean;
  /** A reservation is active: a paused user may write. */
  isReserved: boolean;
  onReport: OnReport;
  cancelDialog?: CancelDialog | undefined;
  onSend: (content: string) => void;
  /** Instead of the asking price of the book. */
  price?: ReactNode;
  /** The note beside 'Sold'. */
  soldNote?: ReactNode;
  /** The note beside 'Reserved': for whom. */
  reservedNote?: string | undefined;
  /** The strip below the book. */
  strip?: ReactNode;
  /** The messages, between the book and the composer. */
  children: ReactNode;
};

/** History state: the composer keeps the focus when the URL changes. */
export const keepWriting = { keepWriting: true } as const;

const focusComposer = () =>
  document.querySelector<HTMLTextAreaElement>('textarea[enterkeyhint=send]')?.focus();

const toHeaderUser = (other: ConversationScreenProps['other'], now: Date) => ({
  id: other.id,
  name: other.name,
  href: userUrl(other.id),
  photo: other.profileImage,
  studentUniversity: other.studentUniversity,
  isNew: other.createdAt !== undefined && isNewAccount(other.createdAt, now),
});

/** The frame of a conversation: the other participant, the book, and the composer. */
export function ConversationScreen({
  other,
  book,
  conversationId,
  isEmpty,
  youBlocked,
  isReserved,
  onReport,
  cancelDialog,
  onSend,
  price,
  soldNote,
  reservedNote,
  strip,
  children,
}: ConversationScreenProps) {
  const [draft, setDraft] = useDraft(conversationId ?? `new:${book.id}`);
  const typing = useTyping(conversationId);
  const now = useNow();
  const pause = usePause();
  const closedUntil = isReserved ? null : pause;
  const isNew = conversationId === null;
  // The loading state is removed with the focus in it.
  const [followsMain] = useState(() => document.activeElement?.id === 'main');

  useEffect(() => {
    // The microtask runs after the route has set its title.
    queueMicrotask(() => (document.title = `${other.name} · BookSwap`));
  }, [other.name]);
  useEffect(() => {
    const state = history.state as Partial<typeof keepWriting> | null;
    // A new conversation begins with writing.
    if (state?.keepWriting || isNew) focusComposer();
    else if (followsMain) document.getElementById('main')?.focus({ preventScroll: true });
  }, [followsMain, isNew]);
  const wasBlocked = useRef(youBlocked);
  useEffect(() => {
    // The focused button disappears with the block.
    if (wasBlocked.current && !youBlocked && document.activeElement === document.body) focusComposer();
    wasBlocked.current = youBlocked;
  }, [youBlocked]);

  const send = () => {
    typing.ended();
    onSend(draft.trim());
    setDraft('');
  };
  const { askAndSend, question } = useContactQuestion({
    text: draft.trim(),
    isFirst: isEmpty,
    onSend: send,
  });
  const write = (text: string) => {
    setDraft(text);
    if (text.trim() === '') typing.ended();
    else typing.keystroke();
  };
  return (
    <AppShell chat>
      <ChatHeader
        backHref="/messages"
        other={toHeaderUser(other, now)}
        actions={<ChatMenu {...{ other, youBlocked, onReport, cancelDialog }} />}
      >
        <AboutBook {...{ book, price, soldNote, reservedNote }} />
        {closedUntil === null && strip}
      </ChatHeader>
      {children}
      {youBlocked ? (
        <BlockedComposer other={other} />
      ) : closedUntil !== null ? (
        <PausedComposer until={closedUntil} />
      ) : (
        <Composer
          to={other.name}
          value={draft}
          onChange={write}
          onSend={askAndSend}
          maxLength={MAX_MESSAGE_LENGTH}
        />
      )}
      {question}
    </AppShell>
  );
}

type AboutBookProps = Pick<ConversationScreenProps, 'book' | 'price' | 'soldNote' | 'reservedNote'>;

function AboutBook({ book, price, soldNote, reservedNote }: AboutBookProps) {
  const [image] = book.images;
  // A hidden one that is sold has no page either.
  const state = book.isHidden ? 'gone' : book.state;
  // Instead of the campus.
  const byState = {
    active: reservedNote,
    sold: soldNote,
    expired: t('conversations.book.expired'),
    gone: t('conversations.book.gone'),
  };
  return (
    <PinnedBook
      href={`/book/${book.id}`}
      book={{ ...book, price: book.price, condition: book.condition as BookCondition }}
      photo={image === undefined ? null : { ...photoSources(image), sizes: '40px' }}
      state={state}
      reserved={book.reservedUntil !== null}
      price={price}
      note={byState[state] ?? book.university}
    />
  );
}
