import { type ComponentType, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSessionActions } from '#features/accounts/web/public.ts';
import { useItemPhotos } from '#features/photos/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { ActionBar, AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { bookLimits } from '../../rules.ts';
import { SellerGate } from '../listing-form/seller-gate.tsx';
import { IsbnEntry } from './isbn-entry.tsx';
import { ShelfList } from './shelf-list.tsx';
import { FailureNote, LimitNote, listedText } from './shelf-notes.tsx';
import { openShelf, type Posted, type ShelfState } from './shelf-store.ts';
import { useScannedBooks } from './use-scanned-books.ts';
import { type ShelfFacts, useShelfFacts } from './use-shelf-facts.ts';
import { useShelfPosting } from './use-shelf-posting.ts';
import shared from '#ui/shared.module.css';
import styles from './shelf.module.css';

export type ShelfPageProps = {
  /** The scanner, from another feature. */
  Scanner: ComponentType<{
    onScanned: (isbn: string) => void;
    hint: string;
    status: string | null;
    action?: ReactNode;
    tall: boolean;
  }>;
  facts: ShelfFacts;
  afterPost: () => void;
};

/** Lists the books of a shelf together. */
export default function ShelfPage(props: ShelfPageProps) {
  useDocumentTitle(t('books.shelf.title'));
  return (
    <SellerGate title={t('books.shelf.title')} back={{ href: '/add-listing', icon: 'close' }}>
      {(myId) => <Shelf key={myId} ownerId={myId} {...props} />}
    </SellerGate>
  );
}

function Shelf({ ownerId, Scanner, facts, afterPost }: ShelfPageProps & { ownerId: string }) {
  const { current } = useSessionActions();
  const isOwner = () => {
    const session = current();
    return session.status === 'signed-in' && session.user.id === ownerId;
  };
  const [store] = useState(() => openShelf(ownerId, isOwner));
  const state = useSyncExternalStore(store.subscribe, store.read, store.read);
  const { rows, posting, posted } = state;
  useEffect(() => store.reopen(), [store]);
  useShelfFacts(store, rows, facts);
  const photos = useItemPhotos((id, url) =>
    store.change((now) => now.map((row) => (row.id === id ? { ...row, images: [url], problem: null } : row))),
  );
  const books = useScannedBooks(store, rows);
  const posts = useShelfPosting(store, state, { ownerId, photos, afterPost });
  const isDone = rows.length === 0 && posted !== null && posted.listed > 0;
  return (
    <AppShell>
      <div className={styles.top}>
        <TitleHeader
          title={t('books.shelf.title')}
          back={{ href: '/add-listing', icon: 'close' }}
          actions={
            <span className={cx(shared.small, shared.soft, styles.count)}>
              {t('books.shelf.count', { count: rows.length, max: bookLimits.shelf })}
            </span>
          }
        />
        <Scanner
          onScanned={books.add}
          hint={rows.length === 0 ? t('books.shelf.first') : t('books.shelf.next')}
          status={books.status}
          action={
            books.twice !== null && (
              <Button variant="quiet" size="slim" onClick={books.addCopy}>
                {t('books.shelf.add-copy')}
              </Button>
            )
          }
          tall={rows.length === 0}
        />
      </div>
      <Main id="main" className={styles.main}>
        <IsbnEntry onEntered={books.add} isFirst={rows.length === 0} />
        {posting === null && posted !== null && <FailureNote posted={posted} rows={rows} />}
        {posts.limit !== null && <LimitNote {...posts.limit} count={rows.length} />}
        {isDone && <Done posted={posted} />}
        {rows.length === 0 && !isDone && (
          <EmptyState
            illustration="books"
            title={t('books.shelf.empty-title')}
            text={t('books.shelf.empty-text')}
          />
        )}
        <ShelfList store={store} rows={rows} posting={posting} photos={photos} />
        {rows.length > 0 && (
          <p className={cx(shared.tiny, shared.soft, shared.center)}>
            {state.isKept ? t('books.shelf.kept') : t('books.shelf.not-kept')}
          </p>
        )}
      </Main>
      <PostBar state={state} count={posts.count} onPost={() => void posts.post()} />
    </AppShell>
  );
}

type PostBarProps = { state: ShelfState; count: number; onPost: () => void };

function PostBar({ state: { rows, posting }, count, onPost }: PostBarProps) {
  const online = useOnline();
  const isWaiting = !online && posting === null;
  const label =
    posting !== null
      ? t('books.shelf.posting', { done: posting.done, total: posting.total })
      : rows.length === 0
        ? t('books.shelf.post-none')
        : t('books.shelf.post', { count });
  const cannot = posting === null && (count === 0 || isWaiting);
  return (
    <ActionBar>
      <div className={cx(shared.grow, shared.stack, shared.tight)}>
        {isWaiting && rows.length > 0 && (
          <p className={cx(shared.tiny, shared.center)} role="status">
            {t('books.shelf.offline')}
          </p>
        )}
        {posting !== null && (
          <progress
            className={styles.progress}
            value={posting.done}
            max={posting.total}
            aria-label={t('books.shelf.progress')}
          />
        )}
        <Button
          wide
          size="tall"
          busy={posting !== null}
          aria-disabled={cannot || undefined}
          onClick={cannot ? undefined : onPost}
        >
          {label}
        </Button>
      </div>
    </ActionBar>
  );
}

/** All books of the shelf are posted. */
function Done({ posted }: { posted: Posted }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    // The button that was pressed has nothing to do any more.
    if (activeElement === null || activeElement === body || activeElement.matches('section button'))
      place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={styles.done} role="status">
      <EmptyState
        illustration="books"
        title={listedText(posted)}
        text={posted.isReviewed ? t('books.shelf.sent-text') : t('books.shelf.listed-text')}
        action={<LinkButton href="/profile">{t('books.shelf.show-listings')}</LinkButton>}
      />
    </div>
  );
}
