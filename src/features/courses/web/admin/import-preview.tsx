import { type ReactNode, useState } from 'react';
import { formatCount } from '#platform/shared/texts/numbers.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { ImportReport } from '../../contract.ts';
import { describeTermChange } from '../course-texts.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import figuresStyles from '#ui/display/figures.module.css';
import tableStyles from '#ui/layout/table.module.css';
import styles from './import-preview.module.css';

const LINES_AT_FIRST = 50;

type ImportPreviewProps = {
  report: ImportReport;
  /** Saves all refused lines as a file. */
  refusedButton: ReactNode;
};

/** What importing a file would change, and each line that is refused. */
export function ImportPreview({ report, refusedButton }: ImportPreviewProps) {
  const figures = [
    { label: t('courses.preview.new'), count: report.newCount, always: true },
    { label: t('courses.preview.changed'), count: report.changedCount },
    { label: t('courses.preview.moved'), count: report.formerCount },
    { label: t('courses.preview.unchanged'), count: report.unchangedCount, always: true },
    { label: t('courses.preview.repeated'), count: report.repeatedCount },
    { label: t('courses.preview.refused'), count: report.refusedCount, always: true },
  ].filter(({ count, always }) => always === true || count > 0);
  return (
    <>
      <div className={figuresStyles.figures}>
        {figures.map(({ label, count }) => (
          <div key={label}>
            <b>{formatCount(count)}</b>
            <span>{label}</span>
          </div>
        ))}
      </div>
      {report.termChanges.map((change) => {
        const { text, isBack } = describeTermChange(change);
        return (
          <InlineAlert key={text} small {...(isBack && { tone: 'warning' as const })}>
            {text}
          </InlineAlert>
        );
      })}
      {report.refusedCount > 0 && (
        <RefusedLines refused={report.refused} count={report.refusedCount} button={refusedButton} />
      )}
    </>
  );
}

type RefusedLinesProps = Pick<ImportReport, 'refused'> & { count: number; button: ReactNode };

function RefusedLines({ refused, count, button }: RefusedLinesProps) {
  const [shown, setShown] = useState(LINES_AT_FIRST);
  return (
    <section aria-labelledby="refused-lines">
      <h4 className={cx(shared.legend, styles.warnings)} id="refused-lines">
        <Icon name="alert" size="s" />
        {t('courses.preview.refused-lines', { count })}
      </h4>
      {button}
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th className={tableStyles.number}>{t('courses.preview.line')}</th>
            <th>{t('courses.preview.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, shown).map(({ line, text, reason }, at) => (
            <tr key={at}>
              <td className={cx(tableStyles.number, shared.soft)}>{line}</td>
              <td>
                <b className={cx(shared.block, styles.identifier)}>{text}</b>
                <span className={cx(shared.small, shared.soft)}>{reason}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ShowMore
        list={{
          hasNextPage: shown < refused.length,
          isFetchingNextPage: false,
          isFetchNextPageError: false,
          fetchNextPage: () => setShown(shown + LINES_AT_FIRST),
        }}
      />
      {count > refused.length && (
        <p className={cx(shared.small, shared.soft)}>
          {t('courses.preview.first', { count: refused.length })}
        </p>
      )}
    </section>
  );
}
