import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '#features/accounts/web/public.ts';
import { AdBanner } from '#features/ads/web/public.ts';
import { BlockedNotice, useIsBlocked } from '#features/blocks/web/lazy.ts';
import type { Book, OwnBook } from '#features/books/contract.ts';
import { canManageBook } from '#features/books/rules.ts';
import { BookPage, BookView } from '#features/books/web/book-page/book-page.tsx';
import { useCanBoost } from '#features/boosts/web/use-can-boost.ts';
import { CourseChips } from '#features/courses/web/course-chips.tsx';
import { OtherEditions } from '#features/editions/web/works/other-editions.tsx';
import { SoldToYou, UnlessSoldToYou } from '#features/trades/web/buyer/sold-to-you.tsx';
import { FavoriteButton, useIsFavorite } from '#features/favorites/web/public.ts';
import { usePreviousPrice } from '#features/favorites/web/use-previous-price.ts';
import { takesOffers } from '#features/trades/rules.ts';
import { SellerCard } from '#features/profiles/web/seller-card.tsx';
import { useReportAndBlock } from '#features/reports/web/use-report-and-block.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { useBack } from '#platform/web/navigation/use-back.ts';
import WantButton from '#features/wanted/web/want-button.tsx';
import type { MenuAction } from '#ui/actions/menu.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { PageProps } from './page-route.ts';
import { ReservedPanel } from './wanted/reserved-panel.tsx';
import { sameBook } from './wanted/want-reserved.tsx';

// Only owners load them.
const OwnerActions = lazy(() => import('./books/book-owner-actions.tsx'));
const WaitingDemand = lazy(() => import('./books/waiting-demand.tsx'));
const boostDialog = lazyPart(async () => ({
  default: (await import('#features/boosts/web/boost-dialog.tsx')).BoostDialog,
}));

/** A listing, with what other features add to it. */
export default function BookRoute({ params }: PageProps) {
  return (
    <BookPage id={params['id']!} back={useBack('/')}>
      {(book) => <ComposedBook book={book} />}
    </BookPage>
  );
}

function ComposedBook({ book }: { book: OwnBook }) {
  const canBoost = useCanBoost(book);
  const isSaved = useIsFavorite(book.id) ?? false;
  const [isBoostOpen, setBoostOpen] = useState(false);
  const isBlocked = useIsBlocked(book.sellerId);
  const safety = useReportAndBlock({
    target: { kind: 'book', id: book.id },
    label: t('books.page.report'),
    user: { id: book.sellerId, name: book.seller.name },
    path: `/book/${book.id}`,
    isBlocked,
  });
  const printSlip = usePrintSlip(book);
  const boost: MenuAction = {
    label: t('books.page.boost'),
    icon: 'boost',
    fetchAhead: boostDialog.fetchAhead,
    onSelect: () => setBoostOpen(true),
  };
  return (
    <BookView
      book={{ ...book, previousPrice: usePreviousPrice(book) }}
      back={useBack('/')}
      barAction={<FavoriteButton bookId={book.id} title={book.title} place="bar" />}
      otherEditions={book.isbn !== null && <OtherEditions isbn={book.isbn} />}
      courses={<CourseChips courses={book.courses} />}
      seller={<SellerCard seller={book.seller} />}
      soldTo={book.soldAt !== null && <SoldToYou bookId={book.id} />}
      below={<Below book={book} />}
      menuActions={[...safety.actions, ...printSlip, ...(canBoost ? [boost] : [])]}
      dialogs={
        <>
          {safety.dialogs}
          {canBoost && isBoostOpen && (
            <boostDialog.Part book={book} open onClose={() => setBoostOpen(false)} />
          )}
        </>
      }
      isSaved={isSaved}
      takesOffers={book.reservedUntil === null && takesOffers(book.price, currentLocale().prices)}
      ownerActions={<OwnerActions book={book} canBoost={canBoost} />}
      soldAction={
        <UnlessSoldToYou bookId={book.id}>
          <WantButton want={sameBook(book)} size="slim">
            {t('books.page.tell-another')}
          </WantButton>
        </UnlessSoldToYou>
      }
      reservedAction={<ReservedPanel book={book} />}
      blockedNotice={
        isBlocked ? <BlockedNotice user={{ id: book.sellerId, name: book.seller.name }} /> : null
      }
    />
  );
}

/** An ad, or who waits for a listing that is not shown yet. */
function Below({ book }: { book: OwnBook }) {
  if (book.hiddenBy === undefined) return <AdBanner size="large" />;
  return (
    book.hiddenBy === 'review' && (
      <Suspense fallback={null}>
        <WaitingDemand book={book} />
      </Suspense>
    )
  );
}

/** 'Print slip', for the owner of a listing that can be had. */
function usePrintSlip(book: Book): MenuAction[] {
  const session = useSession();
  const [, navigate] = useLocation();
  const isOwn = session.status === 'signed-in' && canManageBook(book, session.user.id);
  if (!isOwn || !book.isActive) return [];
  return [
    { label: t('slips.action.print'), icon: 'print', onSelect: () => navigate(`/book/${book.id}/slip`) },
  ];
}
