import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
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
    <Section title={t('accounts.passkeys.title')}>
      <p className={cx(shared.small, shared.soft)}>{t('accounts.passkeys.intro')}</p>
      {passkeys.isError && (
        <Button variant="quiet" wide icon="refresh" onClick={() => void passkeys.refetch()}>
          {t('accounts.passkeys.load-failed')}
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
        {t('accounts.passkeys.add')}
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
          {rich('accounts.passkeys.added', { time: () => <Time at={createdAt} now={now.getTime()} /> })}
        </span>
      </span>
      <Button
        variant="text"
        size="slim"
        aria-label={t('accounts.passkeys.rename-named', { name })}
        onClick={onRename}
      >
        {t('accounts.passkeys.rename')}
      </Button>
      <Button
        variant="text"
        size="slim"
        aria-label={t('accounts.passkeys.delete-named', { name })}
        onClick={onDelete}
      >
        {t('accounts.passkeys.delete')}
      </Button>
    </div>
  );
}
