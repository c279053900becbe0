import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { staffRoleTexts } from '#platform/shared/team/staff-role-texts.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Chips } from '#ui/actions/chips.tsx';
import { cx } from '#ui/class-names.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { BROWSER_TIME_LOCALE, formatDate } from '#ui/display/format-time.ts';
import { UserUniversity } from '#ui/display/student-badge.tsx';
import type { AdminUser } from '../contract.ts';
import { type UserFilter, userFilters } from '../rules.ts';
import { AdminList, useAdminList } from './admin-list.tsx';
import { DeleteUserDialog } from './delete-dialogs.tsx';
import { RolesDialog } from './roles-dialog.tsx';
import { useAdminActions } from './use-admin-actions.ts';
import { useSetRoles } from './use-set-roles.ts';
import shared from '#ui/shared.module.css';
import recordStyles from '#ui/layout/record.module.css';
import styles from './users-tab.module.css';

/** The chosen part of the list, which the URL stores for a reload and for Back. */
function useUserFilter() {
  const query = useSearch();
  const [path, navigate] = useLocation();
  const chosen = new URLSearchParams(query).get('only');
  const only = userFilters.find((filter) => filter === chosen);
  const choose = (value: UserFilter | 'all') => {
    const address = new URLSearchParams(query);
    if (value === 'all') address.delete('only');
    else address.set('only', value);
    navigate(`${path}?${address}`, { replace: true });
  };
  return { only, choose };
}

/** All users, with buttons that change the roles of each, or delete them. */
export function UsersTab() {
  const { only, choose } = useUserFilter();
  const rows = useAdminList<AdminUser, { only?: UserFilter }>(
    'users',
    (api, ...request) => api.page('GET /api/admin/users', ...request),
    only === undefined ? {} : { only },
  );
  const { deleteUser } = useAdminActions();
  const setRoles = useSetRoles();
  const [asked, setAsked] = useState<AdminUser | null>(null);
  const [edited, setEdited] = useState<AdminUser | null>(null);
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('administration.tab.users')}</h2>
      <AdminList
        searchLabel={t('administration.users.search')}
        filter={
          <Chips
            label={t('administration.users.show')}
            options={[
              { value: 'all', label: t('administration.users.all') },
              { value: 'team', label: t('administration.users.team') },
              { value: 'paused', label: t('administration.users.paused') },
            ]}
            value={only ?? 'all'}
            onChange={choose}
            bleed
          />
        }
        {...rows}
      >
        {(user) => (
          <UserItem
            key={user.id}
            user={user}
            isPending={deleteUser.isPending}
            isThis={deleteUser.isPending && deleteUser.variables.id === user.id}
            onDelete={() => setAsked(user)}
            onRoles={() => setEdited(user)}
          />
        )}
      </AdminList>
      {edited !== null && (
        <RolesDialog
          user={edited}
          busy={setRoles.isPending}
          onClose={() => setEdited(null)}
          onSave={(roles) => setRoles.mutate({ id: edited.id, roles }, { onSuccess: () => setEdited(null) })}
        />
      )}
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

type UserItemProps = {
  user: AdminUser;
  isPending: boolean;
  isThis: boolean;
  onDelete: () => void;
  onRoles: () => void;
};

/** The roles in the team, and a running pause. */
function UserBadges({ user: { roles, pausedUntil } }: Pick<UserItemProps, 'user'>) {
  if (roles.length === 0 && pausedUntil === null) return null;
  return (
    <div className={cx(shared.row, shared.wrap, styles.badges)}>
      {roles.map((role) => (
        <Badge key={role} tone={role === 'admin' ? 'admin' : 'role'}>
          {t(staffRoleTexts[role])}
        </Badge>
      ))}
      {pausedUntil !== null && (
        <Badge>
          {t('administration.users.paused-until', { date: formatDate(pausedUntil, BROWSER_TIME_LOCALE) })}
        </Badge>
      )}
    </div>
  );
}

function UserItem({ user, isPending, isThis, onDelete, onRoles }: UserItemProps) {
  return (
    <article className={recordStyles.record}>
      <Avatar id={user.id} name={user.name} photo={user.profileImage} />
      <div className={shared.grow}>
        <h3 dir="auto" className={shared.truncate}>
          {user.name}
        </h3>
        <p className={cx(shared.tiny, shared.soft, shared.row)}>
          <span dir="ltr" className={shared.truncate}>
            {user.email}
          </span>
          {!user.emailVerified && <Badge>{t('administration.users.not-verified')}</Badge>}
        </p>
        <UserBadges user={user} />
        <div className={cx(shared.row, recordStyles.actions)}>
          <span className={cx(shared.grow, shared.small)}>
            <UserUniversity user={user} none={t('administration.users.no-university')} short />
            <span className={cx(shared.tiny, shared.soft, shared.block)}>
              {t('administration.users.sales', { count: user.totalSales })}
              {user.activeListings > 0 &&
                ` · ${t('administration.users.listings', { count: user.activeListings })}`}
            </span>
          </span>
          <span className={cx(shared.row, styles.buttons)}>
            <Button
              variant="text"
              size="slim"
              aria-label={t('administration.roles.edit-named', { name: user.name })}
              onClick={onRoles}
            >
              {t('administration.roles.edit')}
            </Button>
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
          </span>
        </div>
      </div>
    </article>
  );
}
