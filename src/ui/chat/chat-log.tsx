import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import styles from './chat-log.module.css';

type ChatLogProps = {
  children: ReactNode;
  label?: string;
  /** Called near the oldest message to load older ones. The caller must prevent concurrent loads. */
  onOlder?: () => void;
};

/** Oldest first, anchored at its end: follows new messages, and does not move when older ones load above. */
export function ChatLog({ children, label = t('ui.chat.log'), onOlder }: ChatLogProps) {
  const scroller = useRef<HTMLElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const wanted = onOlder !== undefined;
  const ask = useEffectEvent(() => onOlder?.());

  useEffect(() => {
    if (!wanted || !top.current || !scroller.current) return;
    const watch = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && ask(), {
      root: scroller.current,
      rootMargin: '240px 0px 0px',
    });
    watch.observe(top.current);
    return () => watch.disconnect();
  }, [wanted]);

  return (
    <main ref={scroller} id="main" className={styles.log} tabIndex={0}>
      <div className={styles.messages} role="log" aria-label={label}>
        {wanted && <div ref={top} />}
        {children}
      </div>
    </main>
  );
}
