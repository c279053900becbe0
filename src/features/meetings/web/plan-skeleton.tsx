import { SkeletonBlock, skeletonRows } from '#ui/states/skeleton.tsx';
import { MAX_DAYS_AHEAD } from '../rules.ts';

const PLACES = 4;

/** Shown while the places are fetched. */
export const PlanSkeleton = () => (
  <div className="filters">
    <p className="vh" role="status">
      Loading places...
    </p>
    <div className="set" aria-hidden="true">
      <SkeletonBlock width={20} />
      <div className="list">
        {skeletonRows(PLACES).map((row) => (
          <div className="item" key={row}>
            <SkeletonBlock width={60} />
          </div>
        ))}
      </div>
    </div>
    <div className="days" aria-hidden="true">
      {skeletonRows(MAX_DAYS_AHEAD + 1).map((row) => (
        <div className="opt dayopt" key={row}>
          <SkeletonBlock width={60} />
          <b>&nbsp;</b>
          <SkeletonBlock width={60} />
        </div>
      ))}
    </div>
  </div>
);
