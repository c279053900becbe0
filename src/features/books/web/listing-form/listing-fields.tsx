import type { ComponentType, ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { conditionText } from '#ui/display/badge.tsx';
import { PriceField, SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { MAX_COURSES_OF_LISTING } from '../../course-code.ts';
import { freeNote } from '../../parse-price.ts';
import { conditions, bookLimits } from '../../rules.ts';
import { subjectText } from '../subject-text.ts';
import { ConditionDetailsField } from './condition-details-field.tsx';
import { fieldId, subjectsFor, type ListingTextField } from './listing-values.ts';
import type { ListingFormState } from './use-listing-form.ts';
import fieldStyles from '#ui/forms/field.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';

/** What similar copies cost, from another feature. */
type PriceGuideSlot = ComponentType<{
  isbn: string;
  condition: string;
  price: string;
  bookId: string | undefined;
  onUse: (price: string) => void;
}>;

/** Says who waits for the book, at the end of the form. */
type DemandSlot = ComponentType<{ isbn: string; courses: readonly string[] }>;

/** The field of the courses, from another feature. */
type CourseFieldSlot = ComponentType<{
  id: string;
  label: string;
  help: string;
  value: readonly string[];
  max: number;
  error: string | undefined;
  onChange: (courses: readonly string[]) => void;
}>;

/** The first field: a lookup of it can fill in others. */
export function IsbnField({ help, form }: { help: ReactNode; form: ListingFormState }) {
  return (
    <TextField
      {...form.bind('isbn')}
      label={t('books.form.isbn')}
      help={help}
      inputMode={isbnKeyboard(form.values.isbn)}
      maxLength={40}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
    />
  );
}

/** What other features show in the form. */
export type FieldSlots = {
  courseField: CourseFieldSlot;
  Demand?: DemandSlot | undefined;
  PriceGuide: PriceGuideSlot;
  /** The listing that is edited. */
  bookId?: string | undefined;
};

/** The other fields of a book, in the order in which they are read off a book. */
export function ListingFields({
  form,
  isFilled,
  slots: { courseField: CourseField, Demand, PriceGuide, bookId },
}: {
  form: ListingFormState;
  /** The ISBN filled it in. */
  isFilled: (field: ListingTextField) => boolean;
  slots: FieldSlots;
}) {
  const { values, bind, change } = form;
  const mark = (field: ListingTextField) => (isFilled(field) ? 'barcode' : null);
  return (
    <>
      <TextField
        {...bind('title')}
        mark={mark('title')}
        label={t('books.form.title')}
        required
        maxLength={bookLimits.title}
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        {...bind('author')}
        mark={mark('author')}
        label={t('books.form.author')}
        required
        maxLength={bookLimits.author}
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <div className={fieldStyles.fieldRow}>
        <SelectField
          {...bind('subject')}
          label={t('books.form.subject')}
          placeholder={t('books.form.choose')}
          options={subjectsFor(values).map((value) => ({ value, label: subjectText(value) }))}
        />
        <SelectField
          {...bind('condition')}
          label={t('books.form.condition')}
          required
          placeholder={t('books.form.choose')}
          options={conditions.map((value) => ({ value, label: conditionText(value) }))}
        />
      </div>
      <ConditionDetailsField
        id={fieldId('conditionDetails')}
        value={values.conditionDetails}
        onChange={(conditionDetails) => change({ conditionDetails })}
      />
      <CourseField
        id={fieldId('courses')}
        label={t('books.form.courses')}
        help={t('books.form.courses-help')}
        value={values.courses}
        max={MAX_COURSES_OF_LISTING}
        error={form.errorOf('courses')}
        onChange={(courses) => change({ courses })}
      />
      <div className={optionGroupStyles.group}>
        <PriceField
          {...bind('price')}
          label={t('books.form.price')}
          help={freeNote(values.price)}
          required
          maxLength={20}
          enterKeyHint="next"
        />
        <PriceGuide
          isbn={values.isbn}
          condition={values.condition}
          price={values.price}
          bookId={bookId}
          onUse={(price) => change({ price })}
        />
      </div>
      <TextAreaField
        {...bind('description')}
        label={t('books.form.description')}
        help={t('books.form.description-help')}
        max={bookLimits.description}
        autoCapitalize="sentences"
      />
      {Demand && <Demand isbn={values.isbn} courses={values.courses} />}
    </>
  );
}

/** Digits, until nine of them leave open that the tenth is an X. */
const isbnKeyboard = (typed: string): 'numeric' | 'text' => {
  const digits = typed.replace(/[^\dX]/gi, '');
  return digits.length >= 9 && digits.length <= 10 && !/^97[89]/.test(digits) ? 'text' : 'numeric';
};
