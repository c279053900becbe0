import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { UserUniversity } from '#ui/display/student-badge.tsx';
import { Button } from '#ui/actions/button.tsx';
import type { AdminUser } from '../contract.ts';
import { AdminList } from './admin-list.tsx';
import { allUsersQuery } from './admin-queries.ts';
import { counted } from './deletion-text.ts';
import { useAdminActions } from './use-admin-actions.ts';
import { useDebouncedSearch } from './use-debounced-search.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';

/** All users, with a button that deletes each. */
export function UsersTab() {
  const transport = useTransport();
  const search = useDebouncedSearch();
  const list = useInfiniteQuery(allUsersQuery(transport, search.search));
  const { deleteUser } = useAdminActions();
  const [asked, setAsked] = useState<AdminUser | null>(null);
  const users = list.data?.pages.flatMap((page) => page.items);
  const { container, removing } = useFocusAfterRemoval<HTMLDivElement>(
    '.acts button:not(:disabled)',
    users?.map(({ id }) => id).join() ?? '',
  );
  const remove = (user: AdminUser, ban: boolean) => {
    setAsked(null);
    removing(users?.indexOf(user) ?? 0);
    deleteUser.mutate({ id: user.id, ban });
  };
  return (
    <>
      <h2 className="vh">Users</h2>
      <AdminList
        things="users"
        searchLabel="Search name or email"
        {...{ search, list, container }}
        items={users}
      >
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
        <DeleteUserDialog user={asked} onKeep={() => setAsked(null)} onDelete={(ban) => remove(asked, ban)} />
      )}
    </>
  );
}

type UserItemProps = { user: AdminUser; isPending: boolean; isThis: boolean; onDelete: () => void };

function UserItem({ user, isPending, isThis, onDelete }: UserItemProps) {
  return (
    <article className="abook">
      <Avatar id={user.id} name={user.name} photo={user.profileImage} />
      <div className="grow">
        <div className="row between">
          <h3 className="cut">{user.name}</h3>
          <Badge tone={user.isAdmin ? 'admin' : undefined}>{user.isAdmin ? 'Admin' : 'User'}</Badge>
        </div>
        <p className="tiny soft row">
          <span className="cut">{user.email}</span>
          {!user.emailVerified && <Badge>Not verified</Badge>}
        </p>
        <div className="row acts">
          <span className="grow small">
            <UserUniversity user={user} none="Not specified" short />
            <span className="tiny soft block">
              {counted(user.totalSales, 'sale')}
              {user.activeListings > 0 && ` · ${counted(user.activeListings, 'listing')}`}
            </span>
          </span>
          <Button
            variant="danger-quiet"
            size="slim"
            aria-label={`Delete ${user.name}`}
            disabled={user.isAdmin || isPending}
            busy={isThis}
            onClick={onDelete}
          >
            Delete
          </Button>
        </div>
      </div>
    </article>
  );
}
