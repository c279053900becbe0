import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { LazyPhotoField } from '#features/photos/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { TitleHeader } from '#ui/layout/header.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { DraftStatus, type DraftStatusProps } from './draft-status.tsx';
import { type FieldSlots, IsbnField, ListingFields } from './listing-fields.tsx';
import { fieldId, type ListingField, type ListingTextField, type ListingValues } from './listing-values.ts';
import { ErrorSummary } from './error-summary.tsx';
import { usePhotoUndo } from './use-photo-undo.ts';
import { SCAN_BUTTON_ID, useScanner } from './use-scanner.ts';
import { useListingForm, type ListingFormOptions, type ListingFormState } from './use-listing-form.ts';
import type { SharedContent } from './use-shared-content.ts';
import shared from '#ui/shared.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';

/** What the lookup of the ISBN shows, from another feature. */
type IsbnLookupSlots = {
  /** The results, above the form. */
  Notes: ComponentType<{
    isbn: string;
    /** How often it was scanned: each time it is looked up. */
    scans: number;
    values: Pick<ListingValues, 'title' | 'author' | 'subject'>;
    onFill: (part: Partial<ListingValues>) => void;
    onFilled: () => void;
    onUndone: () => void;
  }>;
  /** The line below the field. */
  Help: ComponentType<{ isbn: string; onRetry: () => void }>;
  /** The scanner, while it is open. */
  Scanner: ComponentType<{ onScanned: (isbn: string) => void; onType: () => void; onClose: () => void }>;
};

export type ListingFormProps = ListingFormOptions &
  FieldSlots & {
    title: string;
    /** 'Post' or 'Save', in the header and at the end. */
    submitLabel: string;
    /** 'Posting…' */
    busyLabel: string;
    close: { href: string; onClick?: (event: MouseEvent<HTMLAnchorElement>) => void };
    /** The status above the first field. */
    status: Omit<DraftStatusProps, 'underWay'>;
    isbnLookup?: IsbnLookupSlots;
    /** What came from the phone's share sheet. */
    shared?: SharedContent & { onArrived: (at: number) => void };
  };

/** The page of a new or edited listing. */
export function ListingForm({
  title,
  submitLabel,
  busyLabel,
  close,
  status,
  isbnLookup,
  shared: fromOutside,
  ...options
}: ListingFormProps) {
  const id = useId();
  const form = useListingForm(options);
  const scanner = useScanner((isbn) => form.change({ isbn }));
  const online = useOnline();
  const { values } = form;
  useSharedIsbn(fromOutside?.isbn ?? null, form, scanner.lookUpAgain);
  const help = isbnLookup ? (
    <isbnLookup.Help isbn={values.isbn} onRetry={scanner.lookUpAgain} />
  ) : (
    t('books.form.isbn-help')
  );
  /** What the ISBN filled in. */
  const [filled, setFilled] = useState<Partial<ListingValues>>({});
  const isFilled = (field: ListingTextField) => values[field] !== '' && values[field] === filled[field];
  const changePhotos = usePhotoUndo(values.images, (images) => form.change({ images }));
  return (
    <AppShell>
      <TitleHeader
        title={title}
        back={{ ...close, icon: 'close' }}
        actions={
          <Button type="submit" form={id} size="slim" busy={form.busy}>
            {submitLabel}
          </Button>
        }
      />
      <Main id="main">
        <DraftStatus
          {...status}
          underWay={form.busy ? (online ? busyLabel : t('books.form.waiting')) : null}
        />
        <form id={id} className={shared.stack} noValidate onSubmit={form.submit} onKeyDown={moveOnWithEnter}>
          <ErrorSummary summary={form.summary} attempt={form.attempt} />
          {fromOutside?.problem && <InlineAlert tone="danger">{fromOutside.problem}</InlineAlert>}
          {isbnLookup && (
            <>
              <isbnLookup.Notes
                isbn={values.isbn}
                scans={scanner.scans}
                values={values}
                onFill={(part) => {
                  setFilled({ ...filled, ...part });
                  form.change(part);
                }}
                onFilled={() => moveFocus([SCAN_BUTTON_ID, fieldId('isbn')], 'condition')}
                onUndone={() => focusField('isbn')}
              />
              <WithoutTyping onScan={scanner.open} />
            </>
          )}
          <IsbnField form={form} help={help} />
          <div id={fieldId('images')} tabIndex={-1}>
            <LazyPhotoField
              value={values.images}
              problem={form.errorOf('images')}
              onChange={changePhotos}
              onUnderWay={form.notePhotosUnderWay}
              goesOn={form.goesOn}
              {...(fromOutside && { incoming: fromOutside.photos, onArrived: fromOutside.onArrived })}
            />
          </div>
          <ListingFields form={form} isFilled={isFilled} slots={options} />
          <Button type="submit" wide size="tall" busy={form.busy}>
            {submitLabel}
          </Button>
        </form>
        {isbnLookup && scanner.isOpen && <isbnLookup.Scanner {...scanner.dialog} />}
      </Main>
    </AppShell>
  );
}

/** The ways to a listing that need no form to be filled in. */
const WithoutTyping = ({ onScan }: { onScan: () => void }) => (
  <div className={cx(shared.stack, shared.tight)}>
    <Button id={SCAN_BUTTON_ID} variant="quiet" wide size="tall" icon="barcode" onClick={onScan}>
      {t('books.form.scan')}
    </Button>
    <LinkButton variant="text" wide href="/add-listing/shelf">
      {t('books.shelf.title')}
    </LinkButton>
  </div>
);

/** Enters an ISBN that was shared, and looks it up like one that was scanned. */
function useSharedIsbn(isbn: string | null, form: ListingFormState, lookUp: () => void): void {
  const enter = useEffectEvent((shared13: string) => {
    form.change({ isbn: shared13 });
    lookUp();
  });
  useEffect(() => {
    if (isbn !== null) enter(isbn);
  }, [isbn]);
}

const focusField = (field: ListingField) => document.getElementById(fieldId(field))?.focus();

/** Moves the focus on, unless it is elsewhere already. */
function moveFocus(from: readonly string[], to: ListingField): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body || from.includes(activeElement.id)) focusField(to);
}

const INPUT = `.${fieldsStyles.input}`;

/** Makes Enter move to the next field on a phone instead of posting an incomplete form. */
function moveOnWithEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const input = event.target;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (!(input instanceof HTMLInputElement) || !input.matches(INPUT)) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(INPUT)];
  fields[fields.indexOf(input) + 1]?.focus();
}
