import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { readFilterForm } from '../../filter-form.ts';
import { type BookFilters, homeUrl } from '../../filters.ts';
import { bookCountQuery } from '../book-queries.ts';
import { FilterFields } from './filter-fields.tsx';
import { ViewChoice } from './view-choice.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';
import actionSheetStyles from '#ui/overlays/action-sheet.module.css';

const COUNT_DELAY_MS = 250;

type FilterSheetProps = { filters: BookFilters; onClose: () => void };

/** The filters of Home. They change nothing until applied; the button tells how many books they show. */
export default function FilterSheet({ filters, onClose }: FilterSheetProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [, navigate] = useLocation();
  // Their fields are uncontrolled: 'Clear all' makes new ones.
  const [initial, setInitial] = useState({ filters, times: 0 });
  const [errors, setErrors] = useState<ReturnType<typeof readFilterForm>['errors']>({});
  const [chosen, setChosen] = useState(filters);
  const label = useCountLabel(chosen);

  const read = () =>
    readFilterForm(new URLSearchParams([...new FormData(form.current!)] as [string, string][]));
  const clear = () => {
    const { search, subject } = filters;
    setInitial(({ times }) => ({ filters: { search, subject }, times: times + 1 }));
    setChosen({ search, subject });
    setErrors({});
  };
  const apply = () => {
    const formResult = read();
    setErrors(formResult.errors);
    const [wrong] = Object.keys(formResult.errors);
    if (wrong !== undefined) {
      form.current!.querySelector<HTMLInputElement>(`[name="${wrong}"]`)!.focus();
      return;
    }
    onClose();
    navigate(homeUrl(formResult.filters));
  };
  return (
    <Modal open low labelledBy={id} onClose={onClose}>
      <div className={cx(actionSheetStyles.sheet, actionSheetStyles.tall)}>
        <div className={actionSheetStyles.top}>
          <h2 id={id}>{t('books.filters.title')}</h2>
          <IconButton icon="close" label={t('ui.action.close')} onClick={onClose} />
        </div>
        <form
          ref={form}
          id={`${id}form`}
          key={initial.times}
          className={actionSheetStyles.form}
          noValidate
          onChange={() => setChosen(read().filters)}
          onSubmit={(event) => {
            event.preventDefault();
            apply();
          }}
        >
          <FilterFields filters={initial.filters} errors={errors} afterSort={<ViewChoice />} />
        </form>
        <div className={appShellStyles.actionBar}>
          <Button variant="text" onClick={clear}>
            {t('books.filters.clear')}
          </Button>
          <Button type="submit" form={`${id}form`} size="tall" className={shared.grow}>
            {label}
          </Button>
        </div>
        <p className={shared.visuallyHidden} role="status">
          {label}
        </p>
      </div>
    </Modal>
  );
}

/** 'Show 18 books', a moment after the filters have changed. */
function useCountLabel(chosen: BookFilters): string {
  const transport = useTransport();
  const [settled, setSettled] = useState(chosen);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(chosen), COUNT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [chosen]);
  const { data } = useQuery({ ...bookCountQuery(transport, settled), placeholderData: keepPreviousData });
  if (data === undefined) return t('books.filters.show');
  if (data.isMore) return t('books.filters.show-more', { count: data.count });
  return t('books.filters.show-count', { count: data.count });
}
