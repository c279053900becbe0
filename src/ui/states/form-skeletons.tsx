import { BookRowSkeleton, SkeletonBlock } from './skeleton.tsx';

const Field = ({ help = false }: { help?: boolean }) => (
  <div className="field">
    <SkeletonBlock width={20} />
    <span className="input" />
    {help && <SkeletonBlock width={60} />}
  </div>
);

type ListingFormSkeletonProps = {
  /** The label for screen readers. */
  label?: string;
  /** A new listing begins with the button of the scanner. */
  isNew?: boolean;
};

/** Skeleton of the listing form, below its header. */
export const ListingFormSkeleton = ({ label, isNew }: ListingFormSkeletonProps) => (
  <>
    {label && (
      <p className="vh" role="status">
        {label}
      </p>
    )}
    <div className="row draft-line" aria-hidden="true">
      <SkeletonBlock width={60} />
    </div>
    <div className="stack" aria-hidden="true">
      {isNew && <span className="btn quiet wide tall" />}
      <Field help />
      <div className="photos-place" />
      <Field />
      <Field />
      <div className="two">
        <Field />
        <Field />
      </div>
      <Field />
    </div>
  </>
);

/** Skeleton of the page of a boost: the listing's card, what the boost does, and the payment. */
export const BoostPageSkeleton = () => (
  <>
    <p className="vh" role="status">
      Loading book...
    </p>
    <BookRowSkeleton boosted />
    <p className="tiny" aria-hidden="true">
      &nbsp;
    </p>
    <ul className="checks" aria-hidden="true">
      {[1, 2, 3, 4].map((row) => (
        <li key={row}>
          <SkeletonBlock width={60} />
        </li>
      ))}
    </ul>
    <div className="panel" aria-hidden="true">
      <div className="preparing" />
    </div>
  </>
);
