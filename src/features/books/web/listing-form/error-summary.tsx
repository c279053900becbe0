import { useEffect, useRef, type MouseEvent } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { fieldId } from './listing-values.ts';
import type { ListingFormState } from './use-listing-form.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import alertsStyles from '#ui/states/alerts.module.css';

/** The errors that prevent posting, at the top of the form, each a link to its field. It takes the focus. */
export function ErrorSummary({ summary, attempt }: Pick<ListingFormState, 'summary' | 'attempt'>) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) place.current?.focus();
  }, [attempt]);
  if (summary.length === 0) return null;
  return (
    <div ref={place} className={alertsStyles.note} data-tone="danger" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div className={cx(shared.stack, shared.tight, shared.grow)}>
        <h2 className={shared.legend}>{t('books.form.errors')}</h2>
        <ul>
          {summary.map(({ field, text }) => (
            <li key={field}>
              <a href={`#${fieldId(field)}`} onClick={(event) => focusField(event, fieldId(field))}>
                {text}
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
