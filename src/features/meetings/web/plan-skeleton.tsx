import { SkeletonBlock, skeletonRows } from '#ui/states/skeleton.tsx';
import { MAX_DAYS_AHEAD } from '../rules.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import planFieldsStyles from './plan-fields.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import listStyles from '#ui/layout/list.module.css';
import actionSheetStyles from '#ui/overlays/action-sheet.module.css';

const PLACES = 4;

/** Shown while the places are fetched. */
export const PlanSkeleton = () => (
  <div className={actionSheetStyles.form}>
    <p className={shared.visuallyHidden} role="status">
      Loading places...
    </p>
    <div className={optionGroupStyles.group} aria-hidden="true">
      <SkeletonBlock width={20} />
      <div className={listStyles.list}>
        {skeletonRows(PLACES).map((row) => (
          <div className={listStyles.item} key={row}>
            <SkeletonBlock width={60} />
          </div>
        ))}
      </div>
    </div>
    <div className={planFieldsStyles.days} aria-hidden="true">
      {skeletonRows(MAX_DAYS_AHEAD + 1).map((row) => (
        <div className={cx(optionGroupStyles.option, planFieldsStyles.day)} key={row}>
          <SkeletonBlock width={60} />
          <b>&nbsp;</b>
          <SkeletonBlock width={60} />
        </div>
      ))}
    </div>
  </div>
);
