import type { UseFormSetValue } from 'react-hook-form';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '#ui/class-names.ts';
import { PriceField, SwitchRow, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { DescriptionList, Panel } from '#ui/layout/list.tsx';
import type { Campus } from '../contract.ts';
import { MAX_LEGAL_ADDRESS_LENGTH, MAX_LEGAL_NAME_LENGTH } from '../rules.ts';
import type { CampusValues } from './campus-form.ts';
import { type CampusFields, Group } from './group.tsx';
import shared from '#ui/shared.module.css';
import styles from './campus-tab.module.css';

type PricesSectionProps = {
  field: CampusFields;
  values: Pick<CampusValues, 'approveFirstListing'>;
  setValue: UseFormSetValue<CampusValues>;
};

export const PricesSection = ({ field, values, setValue }: PricesSectionProps) => (
  <Group title={t('campus.prices.title')}>
    <Panel stack>
      <div className={styles.two}>
        <PriceField {...field('boost')} label={t('campus.prices.boost')} maxLength={20} />
        <PriceField {...field('adFree')} label={t('campus.prices.ad-free')} maxLength={20} />
      </div>
      <SwitchRow
        label={
          <>
            {t('campus.listings.review')}
            <span className={cx(shared.tiny, shared.soft, shared.block)}>
              {t('campus.listings.review-text')}
            </span>
          </>
        }
        checked={values.approveFirstListing}
        onChange={({ target }) => setValue('approveFirstListing', target.checked, { shouldDirty: true })}
      />
    </Panel>
  </Group>
);

export const LegalSection = ({ field }: { field: CampusFields }) => (
  <Group title={t('campus.legal.title')}>
    <Panel stack>
      <p className={cx(shared.small, shared.soft)}>{t('campus.legal.text')}</p>
      <TextField {...field('legalName')} label={t('campus.legal.name')} maxLength={MAX_LEGAL_NAME_LENGTH} />
      <TextAreaField
        {...field('legalAddress')}
        label={t('campus.legal.address')}
        max={MAX_LEGAL_ADDRESS_LENGTH}
        rows={3}
      />
      <TextField
        {...field('legalEmail')}
        label={t('campus.legal.email')}
        type="email"
        inputMode="email"
        maxLength={254}
      />
      <TextField
        {...field('legalPerson')}
        label={t('campus.legal.person')}
        maxLength={MAX_LEGAL_NAME_LENGTH}
      />
    </Panel>
  </Group>
);

/** What only the operator changes. */
export function OperatorSection({ operator }: Pick<Campus, 'operator'>) {
  const { host, currency, isCurrencyFixed } = operator;
  return (
    <Group title={t('campus.operator.title')}>
      <Panel stack>
        <DescriptionList
          plain
          facts={[
            { term: t('campus.operator.host'), value: <bdi>{host}</bdi> },
            { term: t('campus.operator.currency'), value: currency },
            { term: t('campus.operator.secrets'), value: t('campus.operator.secrets-hidden') },
          ]}
        />
        <p className={cx(shared.tiny, shared.soft, styles.locked)}>
          <Icon name="lock" size="s" />
          <span>{isCurrencyFixed ? t('campus.operator.text-fixed') : t('campus.operator.text')}</span>
        </p>
      </Panel>
    </Group>
  );
}
