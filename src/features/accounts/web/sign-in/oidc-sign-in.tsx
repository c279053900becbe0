import { useSearch } from 'wouter';
import { t } from '#platform/shared/texts/t.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { OIDC_RESULT_PARAM, type OidcSignInError } from '../../rules.ts';
import { storePendingIntent } from '../session/pending-intent.ts';
import { readPendingIntent } from '../session/read-intent.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import buttonStyles from '#ui/actions/button.module.css';
import styles from './oidc-sign-in.module.css';

/** The link to the university's sign-in, above the form. A plain link: it leads out of the product. */
export function OidcSignIn({ campus, inPlace }: { campus: string; inPlace?: boolean | undefined }) {
  const trouble = useCampusTrouble(campus);
  // A sign-in in place of a page returns to Home, which continues to that page.
  const remember = () => {
    if (inPlace && readPendingIntent() === null)
      storePendingIntent({ kind: 'route', path: location.pathname + location.search });
  };
  return (
    <>
      {trouble && <InlineAlert tone="danger">{trouble}</InlineAlert>}
      <a
        className={cx(buttonStyles.button, buttonStyles.wide)}
        data-size="tall"
        data-variant="quiet"
        href="/api/auth/campus"
        onClick={remember}
      >
        {t('accounts.campus.continue', { campus })}
      </a>
      <p className={cx(styles.alternative, shared.small, shared.soft)}>{t('accounts.campus.or-email')}</p>
    </>
  );
}

/** Why the university's sign-in failed, as text, after a return from it. */
function useCampusTrouble(campus: string): string | null {
  const outcome = new URLSearchParams(useSearch()).get(OIDC_RESULT_PARAM);
  // The server renders the same page for all users.
  if (!useHydrated() || outcome === null) return null;
  const words: Record<OidcSignInError, string> = {
    cancelled: t('accounts.campus.cancelled', { campus }),
    expired: t('accounts.campus.expired'),
    unavailable: t('accounts.campus.unavailable', { campus }),
    refused: t('accounts.campus.refused', { campus }),
    'email-taken': t('accounts.campus.email-taken', { campus }),
    'no-email': t('accounts.campus.no-email', { campus }),
    banned: t('accounts.campus.banned'),
    busy: t('accounts.campus.busy'),
  };
  return words[outcome as OidcSignInError] ?? null;
}
