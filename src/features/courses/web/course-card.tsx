import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { toCourseCode, writeCourse } from '#features/books/rules.ts';
import type { BookFilters } from '#features/books/filters.ts';
import { bookListQuery } from '#features/books/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { courseUrl } from '../rules.ts';
import { searchedCourseQuery } from './course-queries.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import tileStyles from '#ui/display/tile.module.css';
import styles from './course-card.module.css';

type SearchedCourseProps = { filters: BookFilters };

const useSearchedCourse = ({ search = '' }: BookFilters) =>
  useQuery(searchedCourseQuery(useTransport(), search)).data;

/** The searched code as a course if a listing of the results is tagged with it. Fetches nothing. */
function useTaggedCourse(filters: BookFilters): string | null {
  const { search = '' } = filters;
  const code = toCourseCode(search);
  const list = useInfiniteQuery({ ...bookListQuery(useTransport(), filters), enabled: false });
  const isTagged = list.data?.pages
    .flatMap(({ items }) => items)
    .some(({ courses }) => courses.some((course) => toCourseCode(course) === code));
  return code !== null && isTagged === true ? writeCourse(search) : null;
}

/** The course above the results of a search for it. */
export function CourseCard({ filters }: SearchedCourseProps) {
  const course = useSearchedCourse(filters);
  const tagged = useTaggedCourse(filters);
  if (course) {
    const { title, bookCount: count } = course;
    return <CardLink {...course} text={t('courses.card.text', { title, count })} />;
  }
  return course === null && tagged !== null && <CardLink code={tagged} text={t('courses.list.none')} />;
}

const CardLink = ({ code, text }: { code: string; text: string }) => (
  <section aria-label={t('courses.card.label')}>
    <Link className={styles.course} href={courseUrl(code)}>
      <span className={tileStyles.tile} aria-hidden="true">
        <Icon name="cap" />
      </span>
      <span className={shared.grow}>
        <b dir="ltr" className={cx(shared.serif, shared.block)}>
          {code}
        </b>
        <span dir="auto" className={cx(shared.small, shared.soft, shared.truncate, shared.block)}>
          {text}
        </span>
      </span>
      <Icon name="chevron-right" size="s" />
    </Link>
  </section>
);

/** The note below the results. */
export function CourseNote({ filters }: SearchedCourseProps) {
  const course = useSearchedCourse(filters);
  return (
    course && (
      <p className={cx(shared.small, shared.soft, shared.center)}>
        {t('courses.card.note', { course: course.code })}
      </p>
    )
  );
}
