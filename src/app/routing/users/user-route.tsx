import { useSession } from '#features/accounts/web/public.ts';
import { userUrl } from '#features/accounts/rules.ts';
import { BlockedNotice, useIsBlocked } from '#features/blocks/web/lazy.ts';
import type { Book } from '#features/books/contract.ts';
import { ListingsOfSeller } from '#features/books/web/seller/listings-of-seller.tsx';
import { shareBook } from '#features/books/web/share-book.ts';
import { FavoriteButton } from '#features/favorites/web/public.ts';
import type { Profile } from '#features/profiles/contract.ts';
import { UserPage, UserView } from '#features/profiles/web/user-page.tsx';
import { useReportDialog } from '#features/reports/web/use-report-dialog.tsx';
import { ReviewSection } from '#features/reviews/web/review-section.tsx';
import { Rating } from '#features/profiles/web/rating.tsx';
import { useReportAndBlock } from '#features/reports/web/use-report-and-block.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { t } from '#platform/shared/texts/t.ts';
import { IconButton, IconLink } from '#ui/actions/icon-button.tsx';
import { Menu } from '#ui/actions/menu.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { AppNav } from '../../shell/app-bottom-nav.tsx';
import type { PageProps } from '../page-route.ts';
import shared from '#ui/shared.module.css';

/** A public profile, with what other features add to it. */
export default function UserRoute({ params }: PageProps) {
  return (
    <UserPage id={params['id']!} back={useBack('/')} nav={<AppNav />}>
      {(profile) => <ComposedProfile profile={profile} />}
    </UserPage>
  );
}

const favoriteButton = (book: Book) => <FavoriteButton bookId={book.id} title={book.title} />;

function ComposedProfile({ profile }: { profile: Profile }) {
  const { id, name } = profile;
  const session = useSession();
  const isOwn = session.status === 'signed-in' && session.user.id === id;
  const isBlocked = useIsBlocked(id);
  const safety = useReportAndBlock({
    target: { kind: 'user', id },
    label: t('profiles.page.report', { name }),
    user: profile,
    path: userUrl(id),
    isBlocked,
  });
  const reviewReport = useReportDialog();
  return (
    <UserView
      profile={profile}
      back={useBack('/')}
      nav={<AppNav />}
      actions={
        <>
          <IconButton
            icon="share"
            label={t('profiles.page.share')}
            onClick={() => void shareBook({ title: name }, location.origin + userUrl(id), 'Profile')}
          />
          {isOwn ? (
            <IconLink icon="edit" label={t('profiles.page.edit')} href="/profile" />
          ) : (
            <Menu actions={safety.actions} />
          )}
        </>
      }
      dialogs={
        <>
          {safety.dialogs}
          {reviewReport.dialog}
        </>
      }
      blockedNotice={
        isBlocked && (
          <Panel className={shared.row}>
            <BlockedNotice user={profile} />
          </Panel>
        )
      }
      listings={<ListingsOfSeller sellerId={id} action={favoriteButton} />}
      reviews={
        <ReviewSection
          user={profile}
          count={profile.rating.count}
          rating={<Rating rating={profile.rating} />}
          isOwn={isOwn}
          onReport={({ id: reviewId, author, text }) =>
            author.id !== null &&
            reviewReport.report({
              kind: 'review',
              id: reviewId,
              user: { id: author.id, name: author.name },
              quote: text,
            })
          }
        />
      }
    />
  );
}
