import { type ReactNode, useState } from 'react';
import { formatThousands } from '#platform/shared/money.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { ImportReport } from '../../contract.ts';
import { describeTermChange } from '../../rules.ts';
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
    { label: 'new rows', count: report.newCount, always: true },
    { label: 'changed', count: report.changedCount },
    { label: 'moved to earlier terms', count: report.formerCount },
    { label: 'unchanged', count: report.unchangedCount, always: true },
    { label: 'repeated', count: report.repeatedCount },
    { label: 'refused', count: report.refusedCount, always: true },
  ].filter(({ count, always }) => always === true || count > 0);
  return (
    <>
      <div className={figuresStyles.figures}>
        {figures.map(({ label, count }) => (
          <div key={label}>
            <b>{formatThousands(count)}</b>
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
        {count === 1 ? '1 line is refused' : `${formatThousands(count)} lines are refused`}
      </h4>
      {button}
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th className={tableStyles.number}>Line</th>
            <th>Why</th>
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
        <p className={cx(shared.small, shared.soft)}>The first {refused.length} are listed here.</p>
      )}
    </section>
  );
}
