import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Button } from '#ui/actions/button.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { List } from '#ui/layout/list.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { blocksQuery } from './block-queries.ts';
import { useBlockActions } from './use-block-actions.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

/** The blocked users, each with a button that unblocks. Hidden for users who have blocked no one. */
export function BlockedUsers() {
  const list = useInfiniteQuery(blocksQuery(useTransport()));
  const { unblock, busy } = useBlockActions();
  const blocks = list.data?.pages.flatMap((page) => page.items) ?? [];
  const { container, removing } = useFocusAfterRemoval<HTMLDivElement>(
    `.${listStyles.item}`,
    blocks.map(({ user }) => user.id).join(),
  );
  // The row stays after the last unblock: content below must not move under the pointer.
  const [hasShown, setHasShown] = useState(false);
  if (blocks.length > 0 && !hasShown) setHasShown(true);
  if (!hasShown) return null;
  return (
    <Section title={t('blocks.list.title')}>
      <div ref={container} tabIndex={-1}>
        <List>
          {blocks.map(({ user }, index) => (
            <div key={user.id} className={listStyles.item} tabIndex={-1}>
              <Avatar id={user.id} name={user.name} photo={user.profileImage} size="xs" />
              <span dir="auto" className={cx(shared.grow, shared.truncate)}>
                {user.name}
              </span>
              <Button
                variant="text"
                size="slim"
                busy={busy}
                aria-label={t('blocks.list.unblock-person', { name: user.name })}
                onClick={() => {
                  removing(index);
                  unblock(user);
                }}
              >
                {t('blocks.action.unblock')}
              </Button>
            </div>
          ))}
          {blocks.length === 0 && (
            <div className={cx(listStyles.item, shared.soft)} tabIndex={-1}>
              {t('blocks.list.empty')}
            </div>
          )}
        </List>
      </div>
      <ShowMore list={list} />
    </Section>
  );
}
