import { cx } from '../class-names.ts';

type Width = 20 | 30 | 45 | 60 | 90;

/** One bone of a skeleton. Skeletons have the shape of the content and are silent: put a text beside them. */
export function SkeletonBlock({ width, kind = 't' }: { width?: Width; kind?: 't' | 'cv' | 'av' }) {
  return <span className={cx('bone', kind, width && `w${width}`)} />;
}

const rows = (count: number) => Array.from({ length: count }, (_, i) => i);

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

/** 'Loading books...' with skeleton rows. */
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
      <p className={tools ? 'vh' : 'small soft'} role="status">
        {label}
      </p>
      <div className="cards">
        {rows(count).map((row) => (
          <BookRowSkeleton key={row} tools={tools} />
        ))}
      </div>
    </>
  );
}

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
        {rows(count).map((row) => (
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

/** Skeleton of a text line with a small line below, of the same height. */
export const TwoLineSkeleton = () => (
  <span className="grow two-lines">
    <SkeletonBlock width={45} />
    <SkeletonBlock width={60} />
  </span>
);

/** Skeleton of a row with two lines. */
export const ListItemSkeleton = () => (
  <div className="item" aria-hidden="true">
    <span className="bone icon" />
    <TwoLineSkeleton />
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
