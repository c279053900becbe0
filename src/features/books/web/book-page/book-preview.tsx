import { t } from '#platform/shared/texts/t.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { ConditionBadge } from '#ui/display/badge.tsx';
import { Price } from '#ui/display/price.tsx';
import { LoadingText, SkeletonBlock } from '#ui/states/skeleton.tsx';
import { cardPhoto } from '#features/photos/web/public.ts';
import { cx } from '#ui/class-names.ts';
import type { Book } from '../../contract.ts';
import shared from '#ui/shared.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';
import stageStyles from '#ui/cover/stage.module.css';
import styles from './book-preview.module.css';

/** The top of a listing's page, as a list knows it, where the page will have it: a tap shows it at once. */
export function BookPreview({ book }: { book: Book }) {
  const photo = cardPhoto(book, true);
  return (
    <>
      <div
        className={
          photo === null ? stageStyles.stage : cx(styles.photo, book.images.length > 1 && styles.several)
        }
      >
        <Cover book={book} size="l" photo={photo} />
      </div>
      <div>
        <h1 dir="auto">{book.title}</h1>
        <p dir="auto" className={cx(shared.soft, styles.byline)}>
          {book.author}
        </p>
      </div>
      <div className={cx(shared.row, shared.between, shared.wrap)}>
        <Price big amount={book.price} formerAmount={book.previousPrice} isOver={book.soldAt !== null} />
      </div>
      <div className={cx(shared.row, shared.wrap)}>
        <ConditionBadge condition={book.condition} />
      </div>
      <div
        className={cx(appShellStyles.section, skeletonStyles.lines, skeletonStyles.pageLines)}
        aria-hidden="true"
      >
        <SkeletonBlock width={90} />
        <SkeletonBlock width={60} />
      </div>
      <LoadingText>{t('ui.loading.book')}</LoadingText>
    </>
  );
}
