import { useState } from 'react';
import type { BookFilters } from '#features/books/filters.ts';
import { t } from '#platform/shared/texts/t.ts';
import { limitsText } from './describe-entry.ts';
import { TextKindChoice } from './typed-text/text-kind-choice.tsx';
import { kindsOfText, toWantedInput } from './typed-text/to-wanted-input.ts';
import WantButton from './want-button.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** 'Tell me when it is listed', below a search that has found nothing. Its limits are those of the entry. */
export default function WantSearchButton({ filters }: { filters: BookFilters }) {
  const { search = '', course = '', maxPrice = null, minCondition = null } = filters;
  const [kind, setKind] = useState(() => kindsOfText(search)[0]);
  const what = search === '' ? { course } : toWantedInput(search, kind);
  const note = limitsText({ maxPrice, minCondition });
  return (
    <>
      <TextKindChoice text={search} kind={kind} onChoose={setKind} />
      <WantButton want={{ ...what, maxPrice, minCondition }}>{t('wanted.button.listed')}</WantButton>
      {note !== '' && <p className={cx(shared.small, shared.soft)}>{note}</p>}
    </>
  );
}
