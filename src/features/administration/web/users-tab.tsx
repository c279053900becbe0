import { useState } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { UserUniversity } from '#ui/display/student-badge.tsx';
import type { AdminUser } from '../contract.ts';
import { AdminList, useAdminList } from './admin-list.tsx';
import { DeleteUserDialog } from './delete-dialogs.tsx';
import { useAdminActions } from './use-admin-actions.ts';
import shared from '#ui/shared.module.css';
import recordStyles from '#ui/layout/record.module.css';

/** All users, with a button that deletes each. */
export function UsersTab() {
  const rows = useAdminList('users', (api, ...request) => api.page('GET /api/admin/users', ...request));
  const { deleteUser } = useAdminActions();
  const [asked, setAsked] = useState<AdminUser | null>(null);
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('administration.tab.users')}</h2>
      <AdminList searchLabel={t('administration.users.search')} {...rows}>
        {(user) => (
          <UserItem
            key={user.id}
            user={user}
            isPending={deleteUser.isPending}
            isThis={deleteUser.isPending && deleteUser.variables.id === user.id}
            onDelete={() => setAsked(user)}
          />
        )}
      </AdminList>
      {asked !== null && (
        <DeleteUserDialog
          user={asked}
          onKeep={() => setAsked(null)}
          onDelete={(ban) => {
            setAsked(null);
            rows.removing(asked);
            deleteUser.mutate({ id: asked.id, ban });
          }}
        />
      )}
    </>
  );
}

type UserItemProps = { user: AdminUser; isPending: boolean; isThis: boolean; onDelete: () => void };

function UserItem({ user, isPending, isThis, onDelete }: UserItemProps) {
  return (
    <article className={recordStyles.record}>
      <Avatar id={user.id} name={user.name} photo={user.profileImage} />
      <div className={shared.grow}>
        <div className={cx(shared.row, shared.between)}>
          <h3 dir="auto" className={shared.truncate}>
            {user.name}
          </h3>
          <Badge tone={user.isAdmin ? 'admin' : undefined}>
            {user.isAdmin ? t('administration.users.admin') : t('administration.users.user')}
          </Badge>
        </div>
        <p className={cx(shared.tiny, shared.soft, shared.row)}>
          <span dir="ltr" className={shared.truncate}>
            {user.email}
          </span>
          {!user.emailVerified && <Badge>{t('administration.users.not-verified')}</Badge>}
        </p>
        <div className={cx(shared.row, recordStyles.actions)}>
          <span className={cx(shared.grow, shared.small)}>
            <UserUniversity user={user} none={t('administration.users.no-university')} short />
            <span className={cx(shared.tiny, shared.soft, shared.block)}>
              {t('administration.users.sales', { count: user.totalSales })}
              {user.activeListings > 0 &&
                ` · ${t('administration.users.listings', { count: user.activeListings })}`}
            </span>
          </span>
          <Button
            variant="danger-quiet"
            size="slim"
            aria-label={t('administration.users.delete', { name: user.name })}
            disabled={user.isAdmin || isPending}
            busy={isThis}
            onClick={onDelete}
          >
            {t('administration.action.delete')}
          </Button>
        </div>
      </div>
    </article>
  );
}
