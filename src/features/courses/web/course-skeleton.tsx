import { Section } from '#ui/layout/app-shell.tsx';
import { SkeletonBlock } from '#ui/states/skeleton.tsx';

/** The skeleton of a course with its reading list. */
export function CoursePageSkeleton() {
  return (
    <>
      <p className="vh" role="status">
        Loading course...
      </p>
      <div className="row cours" aria-hidden="true">
        <span className="bone bigtile" />
        <div className="grow bones">
          <SkeletonBlock width={45} />
          <SkeletonBlock width={60} />
        </div>
      </div>
      <Section title="Reading list">
        <ReadingListSkeleton />
      </Section>
    </>
  );
}

export const ReadingListSkeleton = () => (
  <ul className="list">
    {([90, 60, 90] as const).map((width, at) => (
      <li key={at} className="reading" aria-hidden="true">
        <span className="bone cv m" />
        <div className="grow bones">
          <SkeletonBlock width={width} />
          <SkeletonBlock width={45} />
          <SkeletonBlock width={30} />
          <SkeletonBlock width={60} />
        </div>
      </li>
    ))}
  </ul>
);
