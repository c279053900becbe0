import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { SwitchRow } from '#ui/forms/fields.tsx';
import type { AdminUser } from '../contract.ts';
import { userRemovalQuery } from './admin-queries.ts';
import { banText, userDeletionLines } from './deletion-text.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';
import styles from './delete-user-dialog.module.css';

type DeleteUserDialogProps = {
  user: Pick<AdminUser, 'id' | 'name' | 'email'>;
  onKeep: () => void;
  onDelete: (ban: boolean) => void;
};

/** The confirmation before a user is deleted: which data is deleted, and whether to ban the email. */
export function DeleteUserDialog({ user, onKeep, onDelete }: DeleteUserDialogProps) {
  const removal = useQuery(userRemovalQuery(useTransport(), user.id));
  const others = banText(removal.data?.otherAccounts ?? 0);
  const [ban, setBan] = useState(false);
  const quiet = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onKeep}
      initialFocus={quiet}
      title={`Delete ${user.name}?`}
      text={`This permanently deletes ${user.email} and all their data:`}
    >
      <ul className={cx(styles.doomed, shared.small)} aria-label="To be deleted">
        {userDeletionLines(removal).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {removal.data?.emailVerified === false ? (
        <p className={cx(shared.small, shared.soft)}>
          This email isn't verified and may be someone else's, so it can't be banned.
        </p>
      ) : (
        <>
          <SwitchRow
            label="Ban this email from signing up again"
            checked={ban}
            onChange={(event) => setBan(event.target.checked)}
          />
          {others !== null && <p className={cx(shared.small, shared.soft)}>{others}</p>}
        </>
      )}
      <div className={dialogStyles.actions}>
        <Button ref={quiet} variant="quiet" onClick={onKeep}>
          Cancel
        </Button>
        <Button variant="danger" busy={removal.isPending} onClick={() => onDelete(ban)}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
