import { Link } from '#ui/actions/link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { courseUrl } from '../rules.ts';

/** The courses of a listing, each with a link to its page. */
export function CourseChips({ courses }: { courses: readonly string[] }) {
  if (courses.length === 0) return null;
  return (
    <Section title="Courses">
      <div className="wraps">
        {courses.map((course) => (
          <Link key={course} className="chip link" href={courseUrl(course)}>
            <Icon name="cap" />
            {course}
          </Link>
        ))}
      </div>
    </Section>
  );
}
