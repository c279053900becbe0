import { skeletonRows } from '#ui/states/skeleton.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import entryStyles from '#ui/display/entry.module.css';
import tileStyles from '#ui/display/tile.module.css';
import listStyles from '#ui/layout/list.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';

/** Rows in the shape of wanted entries. */
export function WantedSkeleton() {
  return (
    <>
      <p className={shared.visuallyHidden} role="status">
        Loading...
      </p>
      <ul className={listStyles.list} aria-hidden="true">
        {skeletonRows(4).map((row) => (
          <li key={row} className={entryStyles.entry}>
            <div className={shared.row}>
              <span className={cx(skeletonStyles.bone, tileStyles.tile)} />
              <div className={cx(shared.grow, skeletonStyles.lines)}>
                <span className={cx(skeletonStyles.bone, skeletonStyles.text)} data-width="90" />
                <span className={cx(skeletonStyles.bone, skeletonStyles.text)} data-width="45" />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
