import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatThousands } from '#platform/shared/money.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { SwitchRow } from '#ui/forms/fields.tsx';
import { ConfirmDialog, Dialog } from '#ui/overlays/dialog.tsx';
import type { AdminBook, AdminUser, BookRemoval, UserRemoval } from '../contract.ts';
import { bookRemovalQuery, userRemovalQuery } from './admin-queries.ts';
import shared from '#ui/shared.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';
import styles from './delete-dialogs.module.css';

type DeleteUserDialogProps = {
  user: Pick<AdminUser, 'id' | 'name' | 'email'>;
  onKeep: () => void;
  onDelete: (ban: boolean) => void;
};

/** The confirmation before a user is deleted: which data is deleted, and whether to ban the email. */
export function DeleteUserDialog({ user, onKeep, onDelete }: DeleteUserDialogProps) {
  const removal = useQuery(userRemovalQuery(useTransport(), user.id));
  const { otherAccounts = 0, emailVerified = true } = removal.data ?? {};
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
      {!emailVerified ? (
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
          {otherAccounts > 0 && (
            <p className={cx(shared.small, shared.soft)}>
              A ban also deletes {counted(otherAccounts, 'other account')} of the same mailbox.
            </p>
          )}
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

type DeleteBookDialogProps = {
  book: Pick<AdminBook, 'id' | 'title'>;
  onKeep: () => void;
  onDelete: () => void;
};

/** The confirmation before a listing is deleted: which data is deleted with it, and which stays. */
export function DeleteBookDialog({ book, onKeep, onDelete }: DeleteBookDialogProps) {
  const removal = useQuery(bookRemovalQuery(useTransport(), book.id));
  return (
    <ConfirmDialog
      open
      onClose={onKeep}
      title="Delete this book?"
      text={bookDeletionText(book.title, removal)}
      cancelLabel="Cancel"
      confirmLabel="Delete"
      danger
      busy={removal.isPending}
      onConfirm={onDelete}
    />
  );
}

type Asked<T> = { data: T | undefined; isError: boolean };

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatThousands(count)} ${count === 1 ? one : many}`;

const UNKNOWN_TEXT = "Couldn't load what else will be deleted.";
const LOADING_TEXT = 'Checking what else will be deleted…';

/** The text of the confirmation before a listing is deleted. */
function bookDeletionText(title: string, { data, isError }: Asked<BookRemoval>): string {
  const begin = `This permanently deletes ${title}.`;
  if (data === undefined) return `${begin} ${isError ? UNKNOWN_TEXT : LOADING_TEXT}`;
  const gone = [
    ...(data.photos > 0 ? [counted(data.photos, 'photo')] : []),
    ...(data.favorites > 0 ? [counted(data.favorites, 'favorite')] : []),
  ];
  const stays =
    data.conversations > 0 ? ` ${counted(data.conversations, 'conversation')} about it will be kept.` : '';
  return `${begin}${gone.length > 0 ? ` It also deletes ${gone.join(' and ')}.` : ''}${stays}`;
}

/** The data that is deleted with a user, one line each; the payments come last. */
function userDeletionLines({ data, isError }: Asked<UserRemoval>): string[] {
  if (data === undefined) return [isError ? UNKNOWN_TEXT : LOADING_TEXT];
  const { listings, conversations, favorites, payments, runningSubscription } = data;
  return [
    ...(listings > 0 ? [`${counted(listings, 'listing')} with photos`] : []),
    ...(favorites > 0 ? [counted(favorites, 'favorite')] : []),
    ...(conversations > 0 ? [`${counted(conversations, 'conversation')}, for both people`] : []),
    ...(runningSubscription ? ['An active subscription, canceled immediately'] : []),
    "The account: they'll be signed out everywhere",
    ...(payments > 0 ? [`Kept without a name: ${counted(payments, 'payment')}`] : []),
  ];
}
