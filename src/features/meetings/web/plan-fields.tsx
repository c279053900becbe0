import { useId } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '#ui/class-names.ts';
import { SkeletonBlock, skeletonRows } from '#ui/states/skeleton.tsx';
import type { Place } from '../contract.ts';
import { MAX_DAYS_AHEAD } from '../rules.ts';
import { toCalendarLeaf, toNoon } from './format-meeting.ts';
import shared from '#ui/shared.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import listStyles from '#ui/layout/list.module.css';
import actionSheetStyles from '#ui/overlays/action-sheet.module.css';
import styles from './plan-fields.module.css';

type PlaceChoiceProps = {
  places: readonly Place[];
  /** The id of a place; empty: somewhere else. */
  value: string;
  onChoose: (placeId: string) => void;
};

export function PlaceChoice({ places, value, onChoose }: PlaceChoiceProps) {
  const name = useId();
  const elsewhere = {
    id: '',
    name: t('meetings.plan.somewhere-else'),
    hint: t('meetings.plan.somewhere-else-hint'),
  };
  return (
    <fieldset className={optionGroupStyles.group}>
      <legend className={shared.legend}>{t('meetings.plan.place')}</legend>
      <div className={listStyles.list}>
        {[...places, elsewhere].map((place) => (
          <label className={listStyles.item} key={place.id}>
            <span className={shared.grow}>
              <bdi>{place.name}</bdi>
              {place.hint !== null && (
                <span dir="auto" className={cx(shared.tiny, shared.soft, shared.block)}>
                  {place.hint}
                </span>
              )}
            </span>
            <input
              className={optionGroupStyles.radio}
              type="radio"
              name={name}
              checked={place.id === value}
              onChange={() => onChoose(place.id)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type DayChoiceProps = {
  /** Today first: '2026-11-22'. */
  days: readonly string[];
  value: string;
  onChoose: (day: string) => void;
};

export function DayChoice({ days, value, onChoose }: DayChoiceProps) {
  const name = useId();
  return (
    <fieldset className={optionGroupStyles.group}>
      <legend className={shared.legend}>{t('meetings.plan.day')}</legend>
      <div className={styles.days}>
        {days.map((day, index) => {
          const leaf = toCalendarLeaf(toNoon(day), 'UTC');
          const weekday = index === 0 ? t('meetings.time.today') : leaf.weekday;
          return (
            <label className={cx(optionGroupStyles.option, styles.day)} key={day}>
              <input
                type="radio"
                name={name}
                checked={day === value}
                aria-label={t('meetings.plan.day-label', { weekday, day: leaf.day, month: leaf.month })}
                onChange={() => onChoose(day)}
              />
              <small>{weekday}</small>
              <b>{leaf.day}</b>
              <small>{leaf.month}</small>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

const PLACES = 4;

/** Shown while the places are fetched. */
export const PlanSkeleton = () => (
  <div className={actionSheetStyles.form}>
    <p className={shared.visuallyHidden} role="status">
      {t('meetings.plan.loading')}
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
    <div className={styles.days} aria-hidden="true">
      {skeletonRows(MAX_DAYS_AHEAD + 1).map((row) => (
        <div className={cx(optionGroupStyles.option, styles.day)} key={row}>
          <SkeletonBlock width={60} />
          <b>&nbsp;</b>
          <SkeletonBlock width={60} />
        </div>
      ))}
    </div>
  </div>
);
