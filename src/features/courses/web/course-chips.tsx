import { t } from '#platform/shared/texts/t.ts';
import { Link } from '#ui/actions/link.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { courseUrl } from '../rules.ts';
import { cx } from '#ui/class-names.ts';
import chipsStyles from '#ui/actions/chips.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import styles from './course-chips.module.css';

/** The courses of a listing, each with a link to its page. */
export function CourseChips({ courses }: { courses: readonly string[] }) {
  if (courses.length === 0) return null;
  return (
    <Section title={t('courses.chips.title')}>
      <div className={optionGroupStyles.options}>
        {courses.map((course) => (
          <Link key={course} className={cx(chipsStyles.chip, styles.link)} href={courseUrl(course)}>
            <Icon name="cap" />
            <bdi dir="ltr">{course}</bdi>
          </Link>
        ))}
      </div>
    </Section>
  );
}
