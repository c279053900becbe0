/** The shape of reviews that are loading. */
export function ReviewSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} className="review" aria-hidden="true">
      <div className="row">
        <span className="bone av av32" />
        <div className="grow bones">
          <span className="bone t w45" />
          <span className="bone t w30" />
        </div>
      </div>
      <span className="bone t w90" />
    </li>
  ));
}
