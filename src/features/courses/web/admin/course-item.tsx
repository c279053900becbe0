import { LinkItem } from '#ui/layout/list.tsx';
import type { CourseSummary } from '../../contract.ts';
import { bookCountText, courseTitleText, courseUrl } from '../../rules.ts';

/** A course in the list of the dashboard. */
export function CourseItem({ course }: { course: CourseSummary }) {
  return (
    <LinkItem href={courseUrl(course.code)}>
      <span className="row between">
        <span className="grow">
          <b>{course.code}</b>
          <span className="tiny soft cut block">{courseTitleText(course)}</span>
        </span>
        <span className="small soft">{bookCountText(course.bookCount)}</span>
      </span>
    </LinkItem>
  );
}
