import { cx } from '../class-names.ts';

type Width = 20 | 30 | 45 | 60 | 90;

/** One bone of a skeleton. Skeletons have the shape of the content and are silent: put a text beside them. */
export function SkeletonBlock({ width, kind = 't' }: { width?: Width; kind?: 't' | 'cv' | 'av' }) {
  return <span className={cx('bone', kind, width && `w${width}`)} />;
}

export const skeletonRows = (count: number) => Array.from({ length: count }, (_, i) => i);

/** `tools`: with the place of its owner's buttons. `boosted`: with the place of its tab. */
export function BookRowSkeleton({ tools = false, boosted = false }: { tools?: boolean; boosted?: boolean }) {
  return (
    <div className="book" aria-hidden="true">
      {boosted && <div className="tab" />}
      <SkeletonBlock kind="cv" />
      <div className="body">
        <SkeletonBlock width={90} />
        <SkeletonBlock width={60} />
        <SkeletonBlock width={45} />
        <div className="meta">
          <SkeletonBlock width={30} />
          <span className="price bone t w20" />
        </div>
      </div>
      {tools && (
        <div className="tools">
          <span className="bone t w20" />
          <span className="iconbtn" />
        </div>
      )}
    </div>
  );
}

/** Skeleton rows; the label is for screen readers, so that nothing moves when the books arrive. */
export function BookListSkeleton({
  count = 5,
  label = 'Loading books...',
  tools = false,
}: {
  count?: number;
  label?: string;
  tools?: boolean;
}) {
  return (
    <>
      <p className="vh" role="status">
        {label}
      </p>
      <div className="cards">
        {skeletonRows(count).map((row) => (
          <BookRowSkeleton key={row} tools={tools} />
        ))}
      </div>
    </>
  );
}
