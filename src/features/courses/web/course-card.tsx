import { useQuery } from '@tanstack/react-query';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { bookCountText, courseUrl } from '../rules.ts';
import { searchedCourseQuery } from './course-queries.ts';

const useSearchedCourse = (search: string) => useQuery(searchedCourseQuery(useTransport(), search)).data;

/** Above the results of a search for a course. */
export function CourseCard({ search }: { search: string }) {
  const course = useSearchedCourse(search);
  return (
    course && (
      <section aria-label="Course">
        <Link className="coursecard" href={courseUrl(course.code)}>
          <span className="tile" aria-hidden="true">
            <Icon name="cap" />
          </span>
          <span className="grow">
            <b className="serif block">{course.code}</b>
            <span className="small soft cut block">
              {course.title}, {bookCountText(course.bookCount)}
            </span>
          </span>
          <Icon name="chevron-right" size="s" />
        </Link>
      </section>
    )
  );
}

/** Below them. */
export function CourseNote({ search }: { search: string }) {
  const course = useSearchedCourse(search);
  return course && <p className="small soft center">Listings of its books, and those tagged {course.code}</p>;
}
