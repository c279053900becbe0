import { useId, useState } from 'react';
import { staffRoleTexts } from '#platform/shared/team/staff-role-texts.ts';
import { staffRoles, type StaffRole } from '#platform/shared/team/staff-roles.ts';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { firstName } from '#ui/display/first-name.ts';
import { BROWSER_TIME_LOCALE, formatMonth } from '#ui/display/format-time.ts';
import { SwitchRow } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { AdminUser } from '../contract.ts';
import shared from '#ui/shared.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';
import styles from './roles-dialog.module.css';

const help: Record<StaffRole, PlainTextId> = {
  moderator: 'administration.roles.moderator-help',
  'course-editor': 'administration.roles.course-editor-help',
  admin: 'administration.roles.admin-help',
};

type RolesDialogProps = {
  user: AdminUser;
  busy: boolean;
  onClose: () => void;
  onSave: (roles: StaffRole[]) => void;
};

/** The roles of a user in the team. The last admin keeps the role, and one whom the settings make an admin. */
export function RolesDialog({ user, busy, onClose, onSave }: RolesDialogProps) {
  const [roles, setRoles] = useState<readonly StaffRole[]>(user.roles);
  const id = useId();
  const set = (role: StaffRole, isOn: boolean) =>
    setRoles(staffRoles.filter((each) => (each === role ? isOn : roles.includes(each))));
  return (
    <Dialog open onClose={onClose} locked={busy} title={t('administration.roles.title')} closable>
      <Member user={user} />
      <form
        className={shared.stack}
        onSubmit={(event) => {
          event.preventDefault();
          onSave([...roles]);
        }}
      >
        <div className={styles.roles}>
          {staffRoles.map((role) => {
            const isLocked = role === 'admin' && user.adminLock !== null;
            return (
              <SwitchRow
                key={role}
                label={
                  <>
                    {t(staffRoleTexts[role])}
                    <span className={cx(shared.tiny, shared.soft, shared.block)}>{t(help[role])}</span>
                  </>
                }
                checked={roles.includes(role)}
                disabled={isLocked || busy}
                aria-describedby={isLocked ? `${id}lock` : undefined}
                onChange={(event) => set(role, event.target.checked)}
              />
            );
          })}
        </div>
        {user.adminLock !== null && (
          <p id={`${id}lock`} className={cx(shared.tiny, shared.soft, styles.lock)}>
            <Icon name="lock" size="xs" />
            <span>{lockText(user.adminLock, firstName(user.name))}</span>
          </p>
        )}
        <div className={dialogStyles.actions}>
          <Button type="button" variant="quiet" disabled={busy} onClick={onClose}>
            {t('administration.action.cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {t('administration.roles.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const lockText = (lock: 'last' | 'settings', name: string): string =>
  lock === 'last'
    ? t('administration.roles.last-admin', { name })
    : t('administration.roles.by-settings', { name });

function Member({ user }: { user: AdminUser }) {
  const now = useNow().getTime();
  return (
    <div className={shared.row}>
      <Avatar id={user.id} name={user.name} photo={user.profileImage} />
      <span className={shared.grow}>
        <b dir="auto" className={shared.block}>
          {user.name}
        </b>
        {user.staffSince !== null && (
          <span className={cx(shared.tiny, shared.soft)}>
            {t('administration.roles.since', {
              month: formatMonth(user.staffSince, now, BROWSER_TIME_LOCALE),
            })}
          </span>
        )}
      </span>
    </div>
  );
}
