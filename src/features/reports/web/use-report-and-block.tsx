import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { blockDialog } from '#features/blocks/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import type { MenuAction } from '#ui/actions/menu.tsx';
import type { Reportable } from './report-dialog.tsx';
import { useReportDialog } from './use-report-dialog.tsx';

type ReportAndBlockOptions = {
  /** A listing or a user. */
  target: Pick<Reportable, 'kind' | 'id'>;
  /** The label of the menu entry that reports it. */
  label: string;
  /** The user to block: the seller, or the user of the profile. */
  user: { id: string; name: string };
  /** The page, to which signed-out readers return. */
  path: string;
  /** The reader has already blocked the user. */
  isBlocked: boolean;
};

/**
 * The menu entries that report a listing or a user, and block its seller or the user. For users themselves
 * there are none; signed-out readers sign in first.
 */
export function useReportAndBlock({ target, label, user, path, isBlocked }: ReportAndBlockOptions): {
  actions: MenuAction[];
  dialogs: ReactNode;
} {
  const session = useSession();
  const [, navigate] = useLocation();
  const { report, fetchAhead, dialog } = useReportDialog();
  const [blocking, setBlocking] = useState(false);
  if (session.status === 'signed-in' && session.user.id === user.id) return { actions: [], dialogs: null };
  const signedIn = (act: () => void) => () => {
    if (session.status === 'signed-in') return act();
    storePendingIntent({ kind: 'route', path });
    navigate('/sign-in');
  };
  const block: MenuAction = {
    label: t('reports.menu.block', { name: user.name }),
    icon: 'lock',
    danger: true,
    fetchAhead: blockDialog.fetchAhead,
    onSelect: signedIn(() => setBlocking(true)),
  };
  return {
    actions: [
      {
        label,
        icon: 'flag',
        fetchAhead,
        onSelect: signedIn(() => report({ ...target, user })),
      },
      ...(isBlocked ? [] : [block]),
    ],
    dialogs: (
      <>
        {dialog}
        {blocking && <blockDialog.Part person={user} onClose={() => setBlocking(false)} />}
      </>
    ),
  };
}
