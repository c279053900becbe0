import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { userUrl } from '#features/accounts/rules.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { firstName } from '#ui/display/first-name.ts';
import { Time } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import type { PublicReview } from '../contract.ts';
import { reviewTagTexts } from './review-tag-texts.ts';
import { ReplyForm } from './reply-form.tsx';
import { reviewsQuery } from './review-queries.ts';
import { Stars } from './stars.tsx';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';
import styles from './review-section.module.css';

type ReviewSectionProps = {
  user: { id: string; name: string };
  /** The number of public reviews. */
  count: number;
  /** The rating beside the title. */
  rating: ReactNode;
  /** The reader is the user. */
  isOwn: boolean;
  onReport: (review: PublicReview) => void;
};

/** The reviews about a user; the first three, and more behind a button. Nothing without a review. */
export function ReviewSection({ user, count, rating, isOwn, onReport }: ReviewSectionProps) {
  const list = useInfiniteQuery(reviewsQuery(useTransport(), user.id));
  const askAgain = useOfflineRetry(list);
  const reviews = list.data?.pages.flatMap((page) => page.items);
  const shown = reviews?.length ?? 0;
  if (count === 0 && shown === 0) return null;
  return (
    <Section title={t('reviews.section.title')} aside={rating}>
      {askAgain !== null ? (
        <OfflineState level={3} onRetry={askAgain} />
      ) : list.isError && reviews === undefined ? (
        <ErrorState
          level={3}
          title={t('reviews.section.load-error')}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <ul className={listStyles.list}>
          {reviews === undefined && <ReviewSkeleton count={Math.min(count, 3)} />}
          {reviews?.map((review) => (
            <ReviewItem key={review.id} {...{ review, user, isOwn, onReport }} />
          ))}
        </ul>
      )}
      <ShowMore
        list={list}
        {...(list.data?.pages.length === 1 && {
          label: count > shown ? t('reviews.section.show-count', { count }) : t('reviews.section.show-all'),
        })}
      />
    </Section>
  );
}

type ReviewItemProps = Pick<ReviewSectionProps, 'user' | 'isOwn' | 'onReport'> & { review: PublicReview };

function ReviewItem({ review, user, isOwn, onReport }: ReviewItemProps) {
  const { author, stars, tags, text, createdAt, reply } = review;
  const now = useNow().getTime();
  return (
    <li className={styles.review}>
      <div className={shared.row}>
        <Avatar id={author.id ?? ''} name={author.name} photo={author.profileImage} size="xs" />
        <span className={shared.grow}>
          <b dir="auto" className={cx(shared.small, shared.block, shared.truncate)}>
            {author.id === null ? (
              t('reviews.section.former-student')
            ) : (
              <Link href={userUrl(author.id)}>{author.name}</Link>
            )}
          </b>
          <span className={cx(shared.row, shared.tiny, shared.soft)}>
            <Stars count={stars} />
            <Time at={createdAt} now={now} />
          </span>
        </span>
        {/* A deleted user's reply has no text. */}
        {author.id !== null && (
          <IconButton
            icon="flag"
            soft
            iconSize="s"
            label={t('reviews.section.report', { name: author.name })}
            onClick={() => onReport(review)}
          />
        )}
      </div>
      {tags.length > 0 && (
        <p className={styles.tags}>
          {tags.map((tag) => (
            <Badge key={tag}>{t(reviewTagTexts[tag])}</Badge>
          ))}
        </p>
      )}
      {text !== '' && (
        <p dir="auto" className={cx(styles.text, shared.prose)}>
          {text}
        </p>
      )}
      {reply !== null && (
        <p className={cx(styles.reply, shared.prose)}>
          <b>{t('reviews.section.answered', { name: firstName(user.name) })}</b>
          <br />
          <bdi>{reply.text}</bdi>
        </p>
      )}
      {isOwn && reply === null && <ReplyForm review={review} userId={user.id} />}
    </li>
  );
}

/** The shape of reviews that are loading. */
function ReviewSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} className={styles.review} aria-hidden="true">
      <div className={shared.row}>
        <span className={cx(skeletonStyles.bone, skeletonStyles.avatar)} />
        <div className={cx(shared.grow, skeletonStyles.lines)}>
          <span className={cx(skeletonStyles.bone, skeletonStyles.text)} data-width="45" />
          <span className={cx(skeletonStyles.bone, skeletonStyles.text)} data-width="30" />
        </div>
      </div>
      <span className={cx(skeletonStyles.bone, skeletonStyles.text)} data-width="90" />
    </li>
  ));
}
