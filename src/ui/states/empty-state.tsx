import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '../actions/button.tsx';
import { cx } from '../class-names.ts';
import { Illustration, type IllustrationName } from './illustration.tsx';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  illustration: IllustrationName;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** 1 if the state is the whole page and there is no other heading. */
  level?: 1 | 2 | 3;
  alert?: boolean;
  className?: string;
};

/** A page or panel without content: states the reason and offers an action. */
export function EmptyState({
  illustration,
  title,
  text,
  action,
  level = 2,
  alert,
  className,
}: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={cx(styles.state, className)} role={alert ? 'alert' : undefined}>
      <Illustration name={illustration} className={styles.illustration} />
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}

/** Replaces content that was never loaded, while offline. */
export const OfflineState = ({ level, onRetry }: { level?: 1 | 2 | 3; onRetry: () => void }) => (
  <EmptyState
    alert
    level={level}
    illustration="error"
    title={t('ui.offline.title')}
    text={t('ui.offline.text')}
    action={
      <Button icon="refresh" onClick={onRetry}>
        {t('ui.action.retry')}
      </Button>
    }
  />
);

type ErrorStateProps = {
  title: string;
  onRetry: () => void;
  retrying?: boolean;
  level?: 1 | 2 | 3;
};

export function ErrorState({ title, onRetry, retrying, level }: ErrorStateProps) {
  return (
    <EmptyState
      alert
      illustration="error"
      title={title}
      text={t('ui.error.try-later')}
      level={level}
      action={
        <Button icon="refresh" busy={retrying} onClick={onRetry}>
          {t('ui.action.retry')}
        </Button>
      }
    />
  );
}
