import { Icon, type IconName } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { type ConditionLine, formatConditionLines } from '../../condition-details.ts';
import type { Book } from '../../contract.ts';
import { cx } from '#ui/class-names.ts';
import linesStyles from '#ui/layout/lines.module.css';
import listStyles from '#ui/layout/list.module.css';

const icons: Partial<Record<ConditionLine['about'], IconName>> = {
  accessCode: 'key',
  flaws: 'book',
  isInternationalEdition: 'info',
  isInstructorCopy: 'info',
};

/** What the seller says about the copy, in short lines; nothing if they say nothing. */
export function ConditionSection({ book }: { book: Book }) {
  const lines = formatConditionLines(book.conditionDetails);
  if (lines.length === 0) return null;
  return (
    <Section title="Condition">
      <ul className={cx(linesStyles.lines, listStyles.panel)}>
        {lines.map(({ about, text, isGood }) => (
          <li key={text} className={isGood ? linesStyles.good : undefined}>
            <Icon name={icons[about] ?? (isGood ? 'check' : 'edit')} />
            {text}
          </li>
        ))}
      </ul>
    </Section>
  );
}
