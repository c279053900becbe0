import { useEffect, useRef, type MouseEvent } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { fieldId, listingFields, type ListingErrors } from './listing-values.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import alertsStyles from '#ui/states/alerts.module.css';

type ErrorSummaryProps = {
  problems: ListingErrors;
  /** Number of attempts to post; each moves the focus here. */
  attempt: number;
};

/** The errors that prevent posting, at the top of the form, each a link to its field. */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) place.current?.focus();
  }, [attempt]);

  const wrong = listingFields.filter((field) => problems[field] !== undefined);
  if (attempt === 0 || wrong.length === 0) return null;
  return (
    <div ref={place} className={alertsStyles.note} data-tone="danger" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div className={cx(shared.stack, shared.tight, shared.grow)}>
        <h2 className={shared.legend}>There is a problem</h2>
        <ul>
          {wrong.map((field) => (
            <li key={field}>
              <a href={`#${fieldId(field)}`} onClick={(event) => focusField(event, fieldId(field))}>
                {problems[field]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Focuses a field without another entry in the history: Back leaves the form. */
function focusField(event: MouseEvent, id: string): void {
  const field = document.getElementById(id);
  if (field === null) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  // The field scrolls into view with its label and its problem.
  (field.closest(`.${fieldStyles.field}`) ?? field).scrollIntoView({ block: 'start' });
}
