import { type FocusEvent, type ReactNode, useId } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { conditionText } from '#ui/display/badge.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { type BookFilters, formatFilters } from '../../filters.ts';
import { isReversedRange } from '../../filter-form.ts';
import { formatMoneyInput } from '#platform/shared/money.ts';
import { cx } from '#ui/class-names.ts';
import { MoneyBox, moneyInput } from '#ui/forms/money-box.tsx';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import listStyles from '#ui/layout/list.module.css';
import styles from './filter-fields.module.css';

type PriceField = 'priceFrom' | 'priceTo';

type FilterFieldsProps = {
  /** What the fields show at first. */
  filters: BookFilters;
  errors?: Partial<Record<PriceField, string>>;
  afterSort?: ReactNode;
};

/** The fields of the filters, which `readFilterForm` reads. Uncontrolled: they work without a script. */
export function FilterFields({ filters, errors = {}, afterSort }: FilterFieldsProps) {
  const { search, subject, minPrice, maxPrice } = filters;
  const isFree = maxPrice === 0;
  return (
    <>
      {[...formatFilters({ search, subject })].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Choice
        legend={t('books.filters.sort')}
        name="sort"
        joined
        value={filters.sort ?? 'relevance'}
        options={sortOptions(filters)}
      />
      {afterSort}
      <fieldset className={optionGroupStyles.group}>
        <legend className={shared.legend}>{t('books.filters.price')}</legend>
        <div className={styles.pair} onBlur={showUsedRange}>
          <PriceInput
            name="priceFrom"
            label={t('books.filters.price-from')}
            placeholder={t('books.filters.from')}
            price={minPrice}
            error={errors.priceFrom}
          />
          <PriceInput
            name="priceTo"
            label={t('books.filters.price-to')}
            placeholder={t('books.filters.to')}
            price={isFree ? undefined : maxPrice}
            error={errors.priceTo}
          />
        </div>
      </fieldset>
      <Choice
        legend={t('books.filters.condition')}
        name="minCondition"
        value={filters.minCondition ?? ''}
        options={conditionOptions()}
      />
      <div className={styles.switches}>
        <Switch name="accessCode" value="unused" checked={filters.accessCode !== undefined}>
          {t('books.filters.unused-code')}
        </Switch>
        <Switch name="free" value="1" checked={isFree}>
          {t('books.filters.free')}
        </Switch>
        <Switch name="hasPhotos" value="1" checked={filters.hasPhotos === true}>
          {t('books.filters.photos')}
        </Switch>
        {filters.course !== undefined && (
          <Switch name="course" value={filters.course} checked>
            {t('books.filters.course', { course: filters.course })}
          </Switch>
        )}
      </div>
    </>
  );
}

/** Only a search has a best match. Without one the newest come first, whether the URL says so or not. */
function sortOptions({ search, sort }: BookFilters): Record<string, string> {
  const [newest, price] = [t('books.filters.newest'), t('books.filters.sort-price')];
  if (search !== undefined) return { relevance: t('books.filters.best-match'), newest, price };
  return { [sort === 'newest' ? 'newest' : 'relevance']: newest, price };
}

const conditionOptions = (): Record<string, string> => ({
  '': t('books.filters.any'),
  ...Object.fromEntries(CONDITIONS.map((condition) => [condition, conditionText(condition)])),
});

const CONDITIONS = ['Fair', 'Good', 'Excellent', 'Like New'] as const;

/** 'From' 50 'To' 20 finds what costs from 20 to 50: on leaving both, they show it. */
function showUsedRange({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (currentTarget.contains(relatedTarget)) return;
  const [from, to] = currentTarget.querySelectorAll('input');
  if (isReversedRange(from!.value, to!.value)) [from!.value, to!.value] = [to!.value, from!.value];
}

type ChoiceProps = {
  legend: string;
  name: string;
  value: string;
  options: Record<string, string>;
  joined?: boolean;
};

function Choice({ legend, name, value, options, joined }: ChoiceProps) {
  return (
    <fieldset className={optionGroupStyles.group}>
      <legend className={shared.legend}>{legend}</legend>
      <div className={joined ? optionGroupStyles.segments : optionGroupStyles.options}>
        {Object.entries(options).map(([option, label]) => (
          <label key={option} className={optionGroupStyles.option}>
            <input type="radio" name={name} value={option} defaultChecked={option === value} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type PriceInputProps = {
  name: PriceField;
  label: string;
  placeholder: string;
  price?: number;
  error?: string;
};

function PriceInput({ name, label, placeholder, price, error }: PriceInputProps) {
  const id = useId();
  return (
    <div className={error === undefined ? fieldStyles.field : cx(fieldStyles.field, fieldStyles.invalid)}>
      <label className={shared.visuallyHidden} htmlFor={id}>
        {label}
      </label>
      {error !== undefined && (
        <p className={fieldStyles.error} id={`${id}-problem`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      <MoneyBox>
        <input
          {...moneyInput()}
          id={id}
          className={fieldsStyles.input}
          name={name}
          placeholder={placeholder}
          maxLength={20}
          defaultValue={price === undefined ? '' : formatMoneyInput(price).replace(/[.,]0+$/, '')}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-problem`}
        />
      </MoneyBox>
    </div>
  );
}

type SwitchProps = { name: string; value: string; checked: boolean; children: ReactNode };

function Switch({ name, value, checked, children }: SwitchProps) {
  return (
    <label className={cx(listStyles.item, shared.row)}>
      <span className={shared.grow}>{children}</span>
      <input
        className={fieldsStyles.switch}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its own state
        role="switch"
        name={name}
        value={value}
        defaultChecked={checked}
      />
    </label>
  );
}
