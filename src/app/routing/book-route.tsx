import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { AdBanner } from '#features/ads/web/public.ts';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { BlockedNotice, isBlockedQuery } from '#features/blocks/web/lazy.ts';
import type { Book, BookEndpoints } from '#features/books/contract.ts';
import { BookDetails } from '#features/books/web/book-details.tsx';
import { findBookInLists, bookQuery, absentBook } from '#features/books/web/public.ts';
import { copyBookLink, shareBook } from '#features/books/web/share-book.ts';
import { BoostDialog } from '#features/boosts/web/boost-dialog.tsx';
import { FavoriteButton } from '#features/favorites/web/public.ts';
import { paymentProviderQuery } from '#features/payments/web/payment-queries.ts';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Menu } from '#ui/actions/menu.tsx';
import { ActionBar, AppShell, Main } from '#ui/layout/app-shell.tsx';
import { BookPageSkeleton } from '#ui/states/skeleton.tsx';
import { BOOK_NOT_FOUND } from '#ui/states/page-illustrations.ts';
import { ErrorState, OfflineState, EmptyState } from '#ui/states/empty-state.tsx';
import { useBack } from '../shell/use-back.ts';
import { useReportAndBlock } from '../shell/use-report-and-block.tsx';
import { useDocumentTitle } from '../shell/use-document-title.ts';
import type { PageProps } from './page-route.ts';

/** One listing, and what a reader can do about it. */
export default function BookRoute({ params }: PageProps) {
  const id = params['id']!;
  const queries = useQueryClient();
  const book = useQuery({
    ...bookQuery(useTransport(), id),
    placeholderData: () => findBookInLists(queries, id),
  });
  const askAgain = useOfflineRetry(book);
  const back = useBack('/');
  useDocumentTitle(book.data?.title ?? (book.isError ? 'Book not found' : null));
  if (book.data !== undefined && book.data !== absentBook) return <Found book={book.data} />;
  const missing =
    book.data === absentBook || (book.error instanceof ApiError && [400, 404].includes(book.error.status));
  return (
    <AppShell>
      <TitleHeader back={back} />
      <Main id="main" middle={missing || book.isError || askAgain !== null}>
        {askAgain !== null && <OfflineState level={1} onRetry={askAgain} />}
        {book.isPending && askAgain === null && <BookPageSkeleton />}
        {missing && (
          <EmptyState
            level={1}
            illustration={BOOK_NOT_FOUND}
            title="Book not found"
            text="It was deleted, or the link is not complete."
            action={<LinkButton href="/">Back to Home</LinkButton>}
          />
        )}
        {book.isError && !missing && (
          <ErrorState
            level={1}
            title="Failed to fetch book"
            retrying={book.isFetching}
            onRetry={() => void book.refetch()}
          />
        )}
      </Main>
    </AppShell>
  );
}

function Found({ book }: { book: Book }) {
  useCountedView(book.id);
  const mayBoost = useMayBoost(book);
  const [offered, setOffered] = useState(false);
  const isBlocked = useIsBlocked(book);
  const safety = useReportAndBlock(book, isBlocked);
  const link = () => `${location.origin}/book/${book.id}`;
  return (
    <AppShell>
      <TitleHeader
        back={useBack('/')}
        actions={
          <>
            <IconButton icon="share" label="Share" onClick={() => void shareBook(book, link())} />
            <Menu
              actions={[
                { label: 'Copy link', icon: 'copy', onSelect: () => void copyBookLink(link()) },
                ...safety.actions,
                ...(mayBoost
                  ? [{ label: 'Boost listing', icon: 'boost' as const, onSelect: () => setOffered(true) }]
                  : []),
              ]}
            />
          </>
        }
      />
      <Main id="main">
        <BookDetails book={book} />
        <AdBanner size="large" />
      </Main>
      {safety.dialogs}
      {mayBoost && <BoostDialog book={book} open={offered} onClose={() => setOffered(false)} />}
      <ActionBar>
        <FavoriteButton bookId={book.id} title={book.title} place="bar" />
        <ContactAction book={book} mayBoost={mayBoost} isBlocked={isBlocked} />
      </ActionBar>
    </AppShell>
  );
}

/** Whether this reader can be sold a boost of it. */
function useMayBoost(book: Book): boolean {
  const session = useSession();
  const transport = useTransport();
  const mine = session.status === 'signed-in' && session.user.id === book.sellerId && book.soldAt === null;
  const { data: provider } = useQuery({ ...paymentProviderQuery(transport), enabled: mine });
  return mine && provider !== undefined && provider !== null;
}

/** Whether the reader has blocked the seller; not, as long as that is not known. */
function useIsBlocked({ sellerId }: Book): boolean {
  const session = useSession();
  const isTheirs = session.status === 'signed-in' && session.user.id !== sellerId;
  const { data } = useQuery({ ...isBlockedQuery(useTransport(), sellerId), enabled: isTheirs });
  return isTheirs && data === true;
}

type ContactActionProps = { book: Book; mayBoost: boolean; isBlocked: boolean };

function ContactAction({ book, mayBoost, isBlocked }: ContactActionProps) {
  const session = useSession();
  const contact = useContact(book);
  const button = useRef<HTMLButtonElement>(null);
  const wasBlocked = useRef(isBlocked);
  useEffect(() => {
    // The button that ended it has gone with it.
    if (wasBlocked.current && !isBlocked && document.activeElement === document.body) button.current?.focus();
    wasBlocked.current = isBlocked;
  }, [isBlocked]);
  if (session.status === 'signed-in' && session.user.id === book.sellerId) {
    return (
      <>
        <LinkButton className="grow" size="tall" variant="quiet" icon="edit" href={`/book/${book.id}/edit`}>
          Edit
        </LinkButton>
        {mayBoost && (
          <LinkButton className="grow" size="tall" variant="boost" icon="boost" href={`/boost/${book.id}`}>
            {book.isBoosted ? 'Boost again' : 'Boost'}
          </LinkButton>
        )}
      </>
    );
  }
  if (book.soldAt !== null) {
    return <p className="grow small soft">This book is sold. You can still keep it in Favorites.</p>;
  }
  if (isBlocked) return <BlockedNotice person={{ id: book.sellerId, name: book.seller.name }} />;
  return (
    <Button ref={button} className="grow" size="tall" icon="message" onClick={contact}>
      Contact Seller
    </Button>
  );
}

/** Leads to the conversation with the seller, or to where one signs in first. */
function useContact({ id: bookId, sellerId, title }: Book): () => void {
  const session = useSession();
  const [, navigate] = useLocation();
  // Pressed before it was known who is pressing: done as soon as it is.
  const early = useRef(false);
  const contact = () => {
    if (session.status === 'loading') {
      early.current = true;
    } else if (session.status === 'signed-out') {
      storePendingIntent({ kind: 'contact', bookId, sellerId, title });
      navigate('/sign-in');
    } else if (session.user.id !== sellerId) {
      navigate(`/conversation/new?sellerId=${sellerId}&bookId=${bookId}`);
    }
  };
  const contactLate = useEffectEvent(contact);
  useEffect(() => {
    if (!early.current || session.status === 'loading') return;
    early.current = false;
    contactLate();
  }, [session.status]);
  return contact;
}

/** A page that came with its data asks nothing; the view is told by itself, once per page shown. */
function useCountedView(bookId: string): void {
  const transport = useTransport();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'loading') return;
    createApiClient<BookEndpoints>(transport)
      .call('POST /api/books/:id/views', { params: { id: bookId } }, { keepalive: true })
      // Nobody waits for it, and nobody can do anything about it.
      .catch(() => {});
  }, [transport, bookId, status]);
}
