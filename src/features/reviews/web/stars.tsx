import type { ComponentProps } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { MAX_STARS } from '../rules.ts';
import shared from '#ui/shared.module.css';
import starsStyles from '#ui/display/stars.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import optionGroupStyles from '#ui/forms/option-group.module.css';
import styles from './stars.module.css';

const steps = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

/** The stars of a review. */
export function Stars({ count }: { count: number }) {
  return (
    <span
      className={starsStyles.stars}
      role="img"
      aria-label={t('reviews.stars.given', { count, max: MAX_STARS })}
    >
      {steps.map((step) => (
        <Icon key={step} name={step <= count ? 'star-filled' : 'star'} />
      ))}
    </span>
  );
}

type StarsFieldProps = ComponentProps<'input'> & {
  chosen: number;
  /** Nothing was chosen. */
  error: string | undefined;
};

/** A group of radio buttons: the arrow keys choose, and each has its name. */
export function StarsField({ chosen, error, ...field }: StarsFieldProps) {
  return (
    <fieldset className={styles.rating} aria-describedby={error && 'stars-missing'}>
      <legend className={shared.visuallyHidden}>{t('reviews.stars.legend')}</legend>
      {steps.map((step) => (
        <label key={step} className={step <= chosen ? styles.on : undefined}>
          <input
            {...field}
            className={optionGroupStyles.behind}
            type="radio"
            value={step}
            aria-label={t('reviews.stars.choice', { count: step })}
          />
          <Icon name={step <= chosen ? 'star-filled' : 'star'} />
        </label>
      ))}
      {error && (
        <p id="stars-missing" className={fieldStyles.error} role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
