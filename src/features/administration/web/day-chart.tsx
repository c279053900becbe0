import { useId } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { BROWSER_TIME_LOCALE, formatShortDate } from '#ui/display/format-time.ts';
import { bars, chart, scaleTop } from './chart-geometry.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './day-chart.module.css';

type DayChartProps = {
  title: string;
  note?: string | undefined;
  /** The oldest first; the last is today. `day` is '2026-11-20'. */
  days: readonly { day: string; value: number }[];
  format: (value: number) => string;
};

/** One bar per day, with the numbers in a table for screen readers. Without values there is no scale. */
export function DayChart({ title, note, days, format }: DayChartProps) {
  const id = useId();
  const values = days.map(({ value }) => value);
  const isEmpty = values.every((value) => value === 0);
  const today = days.at(-1);
  return (
    <section className={listStyles.panel} aria-labelledby={id}>
      <div className={cx(shared.row, shared.between)}>
        <h3 className={shared.size16} id={id}>
          {title}
        </h3>
        <span className={cx(shared.tiny, shared.soft)}>
          {t('administration.chart.days', { count: days.length })}
        </span>
      </div>
      {note && <p className={cx(shared.tiny, shared.soft)}>{note}</p>}
      {isEmpty && <p className={cx(shared.small, shared.soft)}>{t('administration.chart.none')}</p>}
      <svg
        className={styles.chart}
        viewBox={isEmpty ? chart.emptyBox : chart.box}
        role="img"
        aria-label={t('administration.chart.label', { title, value: format(today?.value ?? 0) })}
      >
        {isEmpty ? (
          <path className={styles.grid} d={chart.ground} />
        ) : (
          <Bars days={days} top={scaleTop(values)} format={format} />
        )}
        <text x="2" y="126">
          {days[0] && formatShortDate(days[0].day, BROWSER_TIME_LOCALE)}
        </text>
        <text className={styles.now} x={chart.end} y="126" textAnchor="end">
          {t('administration.chart.today')}
        </text>
      </svg>
      <div className={shared.visuallyHidden}>
        <table>
          <caption>{t('administration.chart.caption', { title })}</caption>
          <tbody>
            {days.map(({ day, value }) => (
              <tr key={day}>
                <th scope="row">{formatShortDate(day, BROWSER_TIME_LOCALE)}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type BarsProps = Pick<DayChartProps, 'days' | 'format'> & { top: number };

const Bars = ({ days, top, format }: BarsProps) => (
  <>
    <path className={styles.grid} d={chart.grid} />
    {bars(
      days.map(({ value }) => value),
      top,
    ).map((path, at) => (
      <path
        key={days[at]!.day}
        className={at === days.length - 1 ? styles.bar : cx(styles.bar, styles.old)}
        d={path}
      />
    ))}
    {[top, top / 2, 0].map((value, line) => (
      <text key={line} x={chart.width} y={chart.lines[line]! + 4} textAnchor="end">
        {format(value)}
      </text>
    ))}
  </>
);
