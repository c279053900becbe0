import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
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

/** What a dialog is about to delete. */
export const DeletionList = ({ children }: { children: ReactNode }) => (
  // Scrolls, so that the keyboard must reach it.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
  <div className={styles.deletions} tabIndex={0} role="group" aria-label={t('administration.removal.list')}>
    {children}
  </div>
);

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
      title={t('administration.user-removal.title', { name: user.name })}
      text={t('administration.user-removal.text', { email: user.email })}
    >
      <DeletionList>
        <ul className={shared.small}>
          {userDeletionLines(removal).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </DeletionList>
      {!emailVerified ? (
        <p className={cx(shared.small, shared.soft)}>{t('administration.user-removal.not-verified')}</p>
      ) : (
        <>
          <SwitchRow
            label={t('administration.user-removal.ban')}
            checked={ban}
            onChange={(event) => setBan(event.target.checked)}
          />
          {otherAccounts > 0 && (
            <p className={cx(shared.small, shared.soft)}>
              {t('administration.user-removal.other-accounts', { count: otherAccounts })}
            </p>
          )}
        </>
      )}
      <div className={dialogStyles.actions}>
        <Button ref={quiet} variant="quiet" onClick={onKeep}>
          {t('administration.action.cancel')}
        </Button>
        <Button variant="danger" busy={removal.isPending} onClick={() => onDelete(ban)}>
          {t('administration.action.delete')}
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
      title={t('administration.book-removal.title')}
      text={bookDeletionText(book.title, removal)}
      cancelLabel={t('administration.action.cancel')}
      confirmLabel={t('administration.action.delete')}
      danger
      busy={removal.isPending}
      onConfirm={onDelete}
    />
  );
}

type Asked<T> = { data: T | undefined; isError: boolean };

const unknownText = (isError: boolean): string =>
  isError ? t('administration.removal.unknown') : t('administration.removal.loading');

/** The text of the confirmation before a listing is deleted. */
function bookDeletionText(title: string, { data, isError }: Asked<BookRemoval>): string {
  const begin = t('administration.book-removal.text', { title });
  if (data === undefined) return `${begin} ${unknownText(isError)}`;
  const { conversations } = data;
  const stays =
    conversations > 0 ? t('administration.book-removal.conversations', { count: conversations }) : '';
  return [begin, alsoDeletedText(data), stays].filter((sentence) => sentence !== '').join(' ');
}

function alsoDeletedText({ photos, favorites }: BookRemoval): string {
  if (photos > 0 && favorites > 0) return t('administration.book-removal.both', { photos, favorites });
  if (photos > 0) return t('administration.book-removal.photos', { count: photos });
  return favorites > 0 ? t('administration.book-removal.favorites', { count: favorites }) : '';
}

/** The data that is deleted with a user, one line each; the payments come last. */
function userDeletionLines({ data, isError }: Asked<UserRemoval>): string[] {
  if (data === undefined) return [unknownText(isError)];
  const { listings, conversations, favorites, payments, runningSubscription } = data;
  return [
    ...(listings > 0 ? [t('administration.user-removal.listings', { count: listings })] : []),
    ...(favorites > 0 ? [t('administration.user-removal.favorites', { count: favorites })] : []),
    ...(conversations > 0 ? [t('administration.user-removal.conversations', { count: conversations })] : []),
    ...(runningSubscription ? [t('administration.user-removal.subscription')] : []),
    t('administration.user-removal.account'),
    ...(payments > 0 ? [t('administration.user-removal.payments', { count: payments })] : []),
  ];
}
