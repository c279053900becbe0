import { SkeletonBlock, skeletonRows } from './skeleton.tsx';

export function ConversationRowSkeleton() {
  return (
    <div className="thread" aria-hidden="true">
      <span className="duo">
        <SkeletonBlock kind="cv" />
        <SkeletonBlock kind="av" />
      </span>
      <span className="grow bones">
        <span className="row between">
          <SkeletonBlock width={45} />
          <SkeletonBlock width={20} />
        </span>
        <SkeletonBlock width={60} />
        <SkeletonBlock width={90} />
      </span>
    </div>
  );
}

export function ConversationListSkeleton({
  count = 3,
  label = 'Loading messages...',
}: {
  count?: number;
  label?: string;
}) {
  return (
    <>
      <p className="vh" role="status">
        {label}
      </p>
      <div className="threads">
        {skeletonRows(count).map((row) => (
          <ConversationRowSkeleton key={row} />
        ))}
      </div>
    </>
  );
}

/** Skeleton of the book page: stage, title, price, condition, description. */
export function BookPageSkeleton({ label = 'Loading book...' }: { label?: string }) {
  return (
    <>
      <p className="vh" role="status">
        {label}
      </p>
      <div className="stage" aria-hidden="true">
        <span className="bone cv stage-cover" />
      </div>
      <div className="bones page-bones" aria-hidden="true">
        <SkeletonBlock width={90} />
        <SkeletonBlock width={60} />
      </div>
      <div className="row between" aria-hidden="true">
        <span className="bone big-bone w30" />
        <SkeletonBlock width={20} />
      </div>
      <SkeletonBlock width={45} />
      <div className="section bones page-bones" aria-hidden="true">
        <SkeletonBlock width={90} />
        <SkeletonBlock width={90} />
        <SkeletonBlock width={60} />
      </div>
    </>
  );
}

/** Skeleton of a text line with one or two small lines below, of the same height. */
export const TwoLineSkeleton = ({ hasThird = false }: { hasThird?: boolean }) => (
  <span className="grow two-lines">
    <SkeletonBlock width={45} />
    <SkeletonBlock width={60} />
    {hasThird && <SkeletonBlock width={60} />}
  </span>
);

/** Skeleton of a row with one to three lines. */
export const ListItemSkeleton = ({ lines = 2 }: { lines?: number }) => (
  <div className="item" aria-hidden="true">
    <span className="bone icon" />
    {lines === 1 ? <SkeletonBlock width={45} /> : <TwoLineSkeleton hasThird={lines === 3} />}
  </div>
);

/** Skeleton of messages, newest at the bottom. */
export function ConversationSkeleton({ label = 'Loading messages...' }: { label?: string }) {
  return (
    <div className="chat">
      <p className="vh" role="status">
        {label}
      </p>
      <span className="msg bone-msg w60" aria-hidden="true" />
      <span className="msg bone-msg w45" aria-hidden="true" />
      <span className="msg mine bone-msg w60" aria-hidden="true" />
      <span className="msg bone-msg w45" aria-hidden="true" />
    </div>
  );
}
