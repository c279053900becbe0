import { t } from '#platform/shared/texts/t.ts';
import { LinkItem } from '#ui/layout/list.tsx';
import type { CourseSummary } from '../../contract.ts';
import { courseUrl } from '../../rules.ts';
import { courseTitleText } from '../course-texts.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

export function CourseItem({ course }: { course: CourseSummary }) {
  return (
    <LinkItem href={courseUrl(course.code)}>
      <span className={cx(shared.row, shared.between)}>
        <span className={shared.grow}>
          <b dir="ltr">{course.code}</b>
          <span dir="auto" className={cx(shared.tiny, shared.soft, shared.truncate, shared.block)}>
            {courseTitleText(course)}
          </span>
        </span>
        <span className={cx(shared.small, shared.soft)}>
          {t('courses.books.count', { count: course.bookCount })}
        </span>
      </span>
    </LinkItem>
  );
}
