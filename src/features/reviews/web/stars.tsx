import { Icon } from '#ui/icons/icon.tsx';
import { MAX_STARS } from '../rules.ts';

const steps = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

/** The stars of a review. */
export function Stars({ count }: { count: number }) {
  return (
    <span className="stars" role="img" aria-label={`${count} of ${MAX_STARS} stars`}>
      {steps.map((step) => (
        <Icon key={step} name={step <= count ? 'star-filled' : 'star'} />
      ))}
    </span>
  );
}

type StarsFieldProps = {
  stars: number | null;
  /** Nothing was chosen. */
  error: string | null;
  onChange: (stars: number) => void;
};

/** A group of radio buttons: the arrow keys choose, and each has its name. */
export function StarsField({ stars, error, onChange }: StarsFieldProps) {
  return (
    <fieldset className="rating" aria-describedby={error === null ? undefined : 'stars-missing'}>
      <legend className="vh">Stars</legend>
      {steps.map((step) => (
        <label key={step} className={stars !== null && step <= stars ? 'on' : undefined}>
          <input
            type="radio"
            name="stars"
            value={step}
            aria-label={step === 1 ? '1 star' : `${step} stars`}
            checked={stars === step}
            onChange={() => onChange(step)}
          />
          <Icon name={stars !== null && step <= stars ? 'star-filled' : 'star'} />
        </label>
      ))}
      {error !== null && (
        <p id="stars-missing" className="wrong" role="alert">
          <Icon name="alert" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
