import { t } from '#platform/shared/texts/t.ts';
import { Section } from '#ui/layout/app-shell.tsx';
import { SkeletonBlock } from '#ui/states/skeleton.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import coursePageStyles from './course-page.module.css';
import readingListStyles from './reading-list.module.css';
import listStyles from '#ui/layout/list.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';

export function CoursePageSkeleton() {
  return (
    <>
      <p className={shared.visuallyHidden} role="status">
        {t('courses.page.loading')}
      </p>
      <div className={cx(shared.row, coursePageStyles.heading)} aria-hidden="true">
        <span className={cx(skeletonStyles.bone, coursePageStyles.bigTile)} />
        <div className={cx(shared.grow, skeletonStyles.lines)}>
          <SkeletonBlock width={45} />
          <SkeletonBlock width={60} />
        </div>
      </div>
      <Section title={t('courses.list.title')}>
        <ReadingListSkeleton />
      </Section>
    </>
  );
}

export const ReadingListSkeleton = () => (
  <ul className={listStyles.list}>
    {([90, 60, 90] as const).map((width, at) => (
      <li key={at} className={readingListStyles.entry} aria-hidden="true">
        <span className={cx(skeletonStyles.bone, skeletonStyles.cover)} />
        <div className={cx(shared.grow, skeletonStyles.lines)}>
          <SkeletonBlock width={width} />
          <SkeletonBlock width={45} />
          <SkeletonBlock width={30} />
          <SkeletonBlock width={60} />
        </div>
      </li>
    ))}
  </ul>
);
