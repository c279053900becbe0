import { t } from '#platform/shared/texts/t.ts';
import { Section } from '#ui/layout/app-shell.tsx';
import { BookListSkeleton, SkeletonBlock } from '#ui/states/skeleton.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';
import styles from './user-skeleton.module.css';

export function UserPageSkeleton() {
  return (
    <>
      <p className={shared.visuallyHidden} role="status">
        {t('profiles.page.loading')}
      </p>
      <div className={cx(shared.row, shared.personRow)} aria-hidden="true">
        <span className={cx(skeletonStyles.bone, skeletonStyles.avatar, skeletonStyles.large)} />
        <div className={cx(shared.grow, skeletonStyles.lines)}>
          <SkeletonBlock width={60} />
          <SkeletonBlock width={45} />
          <SkeletonBlock width={60} />
        </div>
      </div>
      <span className={cx(skeletonStyles.bone, styles.slab)} aria-hidden="true" />
      <Section title={t('profiles.page.listings')}>
        <BookListSkeleton count={2} label={t('profiles.page.loading-listings')} />
      </Section>
    </>
  );
}
