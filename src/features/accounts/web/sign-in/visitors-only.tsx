import { useEffect, useState, type ReactNode } from 'react';
import { Redirect } from 'wouter';
import { useSession } from '../session/session-context.tsx';
import styles from './visitors-only.module.css';

/** A server that does not respond must not leave the page empty. */
const SHOWN_AFTER_MS = 10_000;

/**
 * Redirects users to Home. On a device that may have a session it shows nothing before that is known; the
 * document is the same for all, so the style sheet decides by `data-session`.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (status === 'signed-in') return <Redirect to="/" replace />;
  const isKnown = status === 'signed-out' || isLate;
  return (
    <div className={styles.visitor} data-known={isKnown || undefined}>
      {children}
    </div>
  );
}
