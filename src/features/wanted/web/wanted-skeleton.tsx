import { skeletonRows } from '#ui/states/skeleton.tsx';

/** Rows in the shape of wanted entries. */
export function WantedSkeleton() {
  return (
    <>
      <p className="vh" role="status">
        Loading...
      </p>
      <ul className="list" aria-hidden="true">
        {skeletonRows(4).map((row) => (
          <li key={row} className="want">
            <div className="row">
              <span className="bone tile" />
              <div className="grow bones">
                <span className="bone t w90" />
                <span className="bone t w45" />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
