import { Section } from '#ui/layout/app-shell.tsx';
import { BookListSkeleton, SkeletonBlock } from '#ui/states/skeleton.tsx';

/** The skeleton of a public profile. */
export function UserPageSkeleton() {
  return (
    <>
      <p className="vh" role="status">
        Loading profile...
      </p>
      <div className="row who" aria-hidden="true">
        <span className="bone av xl" />
        <div className="grow bones">
          <SkeletonBlock width={60} />
          <SkeletonBlock width={45} />
          <SkeletonBlock width={60} />
        </div>
      </div>
      <span className="bone slab" aria-hidden="true" />
      <Section title="Listings">
        <BookListSkeleton count={2} label="Loading listings..." />
      </Section>
    </>
  );
}
