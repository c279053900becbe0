import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '../actions/button.tsx';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';

type ListTailProps = {
  /** The state of an endless list, as TanStack Query reports it. */
  list: { isFetchNextPageError: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  errorText: string;
  children: ReactNode;
};

/** Requests the next page before it is in view; waits after a failure. A `key` per page keeps rows in place. */
export function ListTail({ list, errorText, children }: ListTailProps) {
  const failed = list.isFetchNextPageError;
  const requestPage = () => void list.fetchNextPage();
  const tail = useRef<HTMLDivElement>(null);
  const onNear = useEffectEvent(requestPage);
  const isWaiting = !failed && !list.isFetchingNextPage;
  useEffect(() => {
    if (!isWaiting || tail.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onNear(),
      { rootMargin: '600px' },
    );
    observer.observe(tail.current);
    return () => observer.disconnect();
  }, [isWaiting]);
  return (
    <div ref={tail} className={shared.center} data-tail={list.isFetchingNextPage ? 'loading' : undefined}>
      {failed ? (
        <p role="alert" className={cx(shared.small, shared.soft)}>
          {errorText}{' '}
          <Button variant="quiet" size="slim" icon="refresh" onClick={requestPage}>
            {t('ui.action.retry')}
          </Button>
        </p>
      ) : (
        children
      )}
    </div>
  );
}
