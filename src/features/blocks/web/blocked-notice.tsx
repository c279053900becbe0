import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { useBlockActions } from './use-block-actions.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

type BlockedNoticeProps = { user: { id: string; name: string }; onChanged?: () => Promise<unknown> };

/** Replaces the message input while the other user is blocked, with a button that unblocks. */
export function BlockedNotice({ user, onChanged }: BlockedNoticeProps) {
  const { unblock, busy } = useBlockActions(onChanged);
  return (
    <>
      <p className={cx(shared.small, shared.grow)}>{t('blocks.notice.blocked', { name: user.name })}</p>
      <Button variant="quiet" size="slim" busy={busy} onClick={() => unblock(user)}>
        {t('blocks.action.unblock')}
      </Button>
    </>
  );
}
