import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Time } from '#ui/display/time.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { List } from '#ui/layout/list.tsx';
import type { PasskeySummary } from '../../passkey-contract.ts';
import { AddPasskeyDialog, DeletePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';
import { passkeysQuery } from '../account-queries.ts';
import { usePasskeysHere } from './use-passkeys-here.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

/** The user's passkeys: add, rename, delete. Nothing where browsers have none. */
export function PasskeysSection({ userId }: { userId: string }) {
  return usePasskeysHere() ? <Passkeys userId={userId} /> : null;
}

type Open = { kind: 'add' } | { kind: 'rename' | 'delete'; passkey: PasskeySummary } | null;

function Passkeys({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const query = passkeysQuery(useTransport(), userId);
  const passkeys = useQuery(query);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const done = async () => {
    await queries.invalidateQueries({ queryKey: query.queryKey });
    close();
  };
  return (
    <Section title="Passkeys">
      <p className={cx(shared.small, shared.soft)}>
        Sign in with your fingerprint, face or screen lock instead of your password.
      </p>
      {passkeys.isError && (
        <Button variant="quiet" wide icon="refresh" onClick={() => void passkeys.refetch()}>
          Failed to load your passkeys. Retry
        </Button>
      )}
      {passkeys.data !== undefined && passkeys.data.length > 0 && (
        <List>
          {passkeys.data.map((passkey) => (
            <Passkey
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpen({ kind: 'rename', passkey })}
              onDelete={() => setOpen({ kind: 'delete', passkey })}
            />
          ))}
        </List>
      )}
      <Button
        variant="quiet"
        wide
        icon="plus"
        disabled={passkeys.data === undefined}
        onClick={() => setOpen({ kind: 'add' })}
      >
        Add a passkey
      </Button>
      {open?.kind === 'add' && (
        <AddPasskeyDialog isFirst={passkeys.data?.length === 0} onClose={close} onDone={done} />
      )}
      {open?.kind === 'rename' && (
        <RenamePasskeyDialog passkey={open.passkey} onClose={close} onDone={done} />
      )}
      {open?.kind === 'delete' && (
        <DeletePasskeyDialog passkey={open.passkey} onClose={close} onDone={done} />
      )}
    </Section>
  );
}

type PasskeyProps = { passkey: PasskeySummary; onRename: () => void; onDelete: () => void };

function Passkey({ passkey: { name, createdAt }, onRename, onDelete }: PasskeyProps) {
  const now = useNow();
  return (
    <div className={listStyles.item}>
      <Icon name="key" />
      <span className={shared.grow}>
        <bdi>{name}</bdi>
        <span className={cx(shared.tiny, shared.block, shared.soft)}>
          Added <Time at={createdAt} now={now.getTime()} />
        </span>
      </span>
      <Button variant="text" size="slim" aria-label={`Rename ${name}`} onClick={onRename}>
        Rename
      </Button>
      <Button variant="text" size="slim" aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </div>
  );
}
