import { useLayoutEffect, useRef } from 'react';
import * as Tooltip from '@radix-ui/react-tooltip';
import { TOOLTIP_OFFSET_PX, type Tip } from './tooltip.tsx';
import styles from './tooltip-view.module.css';

/** Kept inside the window, anchored by an element with the control's size and position. */
export default function TooltipView({ words, target }: Tip) {
  const stand = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const { left, top, width, height } = target.getBoundingClientRect();
    const style = stand.current?.style;
    if (!style) return;
    style.left = `${left}px`;
    style.top = `${top}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }, [target]);

  // in a dialog, which would otherwise cover it
  const container = target.closest('dialog') ?? document.body;
  return (
    <Tooltip.Provider>
      <Tooltip.Root open disableHoverableContent>
        <Tooltip.Trigger asChild>
          <span ref={stand} className={styles.anchor} aria-hidden="true" />
        </Tooltip.Trigger>
        <Tooltip.Portal container={container}>
          <Tooltip.Content
            className={styles.tip}
            side="bottom"
            sideOffset={TOOLTIP_OFFSET_PX}
            collisionPadding={4}
            aria-hidden="true"
          >
            {words}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
