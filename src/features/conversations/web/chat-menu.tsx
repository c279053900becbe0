import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BlockDialog, BlockedNotice, useBlockActions } from '#features/blocks/web/lazy.ts';
import { Menu } from '#ui/actions/menu.tsx';
import { keys } from './conversation-list-query.ts';

type ChatPartner = { id: string; name: string };

/** Reports a user or a message. The app opens the dialog. */
type ChatReport = { kind: 'user' | 'message'; id: string; person: ChatPartner; quote?: string };
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

type ChatMenuProps = { other: ChatPartner; youBlocked: boolean; onReport: OnReport };

/** Actions on the other participant. */
export function ChatMenu({ other, youBlocked, onReport }: ChatMenuProps) {
  const anew = useRefetchConversations();
  const { unblock } = useBlockActions(anew);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Menu
        actions={[
          {
            label: `Report ${other.name}`,
            icon: 'flag',
            onSelect: () => onReport({ kind: 'user', id: other.id, person: other }),
          },
          youBlocked
            ? { label: `Unblock ${other.name}`, icon: 'lock', onSelect: () => unblock(other) }
            : { label: `Block ${other.name}`, icon: 'lock', danger: true, onSelect: () => setAsked(true) },
        ]}
      />
      {asked && <BlockDialog person={other} onClose={() => setAsked(false)} onChanged={anew} />}
    </>
  );
}

/** Replaces the composer. */
export function BlockedComposer({ other }: { other: ChatPartner }) {
  return (
    <footer className="foot blocked">
      <BlockedNotice person={other} onChanged={useRefetchConversations()} />
    </footer>
  );
}
