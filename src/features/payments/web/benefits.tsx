import { Icon } from '#ui/icons/icon.tsx';
import type { Offer } from './offer.ts';
import linesStyles from '#ui/layout/lines.module.css';

/** What one gets, line by line. */
export function Benefits({ offer }: { offer: Offer }) {
  return (
    <ul className={linesStyles.checks}>
      {offer.benefits.map((benefit) => (
        <li key={benefit}>
          <Icon name="check" />
          <span>{benefit}</span>
        </li>
      ))}
    </ul>
  );
}
