import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { blockDialog, BlockedNotice, useBlockActions } from '#features/blocks/web/lazy.ts';
import { PausedNote } from '#features/accounts/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Menu, type MenuAction } from '#ui/actions/menu.tsx';
import { keys } from './conversation-list-query.ts';
import { cx } from '#ui/class-names.ts';
import appShellStyles from '#ui/layout/app-shell.module.css';
import styles from './chat-menu.module.css';

type ChatPartner = { id: string; name: string };

/** Reports a user or a message. The app opens the dialog. */
type ChatReport = { kind: 'user' | 'message'; id: string; user: ChatPartner; quote?: string };
export type OnReport = (report: ChatReport) => void;

/** Every conversation with a user contains whether that user is blocked. */
function useRefetchConversations(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.list }),
      queries.invalidateQueries({ queryKey: ['conversations', 'one'] }),
    ]);
}

/** Confirms that the reservation is canceled. */
export type CancelDialog = (onClose: () => void) => ReactNode;

type ChatMenuProps = {
  other: ChatPartner;
  youBlocked: boolean;
  onReport: OnReport;
  cancelDialog?: CancelDialog | undefined;
};

/** Actions on the reservation and on the other participant. */
export function ChatMenu({ other, youBlocked, onReport, cancelDialog }: ChatMenuProps) {
  const refetch = useRefetchConversations();
  const { unblock } = useBlockActions(refetch);
  const [dialog, setDialog] = useState<'block' | 'cancel' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu
        actions={[
          ...(cancelDialog === undefined
            ? []
            : [
                {
                  label: t('conversations.menu.cancel-reservation'),
                  icon: 'undo',
                  onSelect: () => setDialog('cancel'),
                } satisfies MenuAction,
              ]),
          {
            label: t('conversations.menu.report', { name: other.name }),
            icon: 'flag',
            onSelect: () => onReport({ kind: 'user', id: other.id, user: other }),
          },
          youBlocked
            ? {
                label: t('conversations.menu.unblock', { name: other.name }),
                icon: 'lock',
                onSelect: () => unblock(other),
              }
            : {
                label: t('conversations.menu.block', { name: other.name }),
                icon: 'lock',
                danger: true,
                fetchAhead: blockDialog.fetchAhead,
                onSelect: () => setDialog('block'),
              },
        ]}
      />
      {dialog === 'block' && <blockDialog.Part person={other} onClose={close} onChanged={refetch} />}
      {dialog === 'cancel' && cancelDialog?.(close)}
    </>
  );
}

/** Replaces the composer. */
export function BlockedComposer({ other }: { other: ChatPartner }) {
  return (
    <footer className={cx(appShellStyles.actionBar, styles.blocked)}>
      <BlockedNotice user={other} onChanged={useRefetchConversations()} />
    </footer>
  );
}

/** In place of the composer, for a paused user without a reservation here. */
export const PausedComposer = ({ until }: { until: string }) => (
  <footer className={cx(appShellStyles.actionBar, styles.blocked)}>
    <PausedNote until={until} />
  </footer>
);
