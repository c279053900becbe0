import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useCurrentUserId } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { openDraft, tabDrafts } from '#platform/web/forms/open-draft.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icons/icon.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { ButtonItem, List } from '#ui/layout/list.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { coverLastTap } from '#ui/settled-taps.ts';
import type { CaseDetail } from '../../case-schemas.ts';
import type { ModerationEndpoints } from '../../contract.ts';
import { bookMeasures, personMeasures } from '../../rules.ts';
import { invalidateCases } from '../moderation-queries.ts';
import { type DialogMeasure, type InternalNote, MeasureDialog } from './measure-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import shared from '#ui/shared.module.css';

type CaseAction = DialogMeasure | 'close' | 'approve';

type ActionAppearance = { icon: IconName; danger?: boolean; label: PlainTextId; help: PlainTextId };

const appearances: Record<CaseAction, ActionAppearance> = {
  hide: { icon: 'eye-off', label: 'moderation.decide.hide', help: 'moderation.decide.hide-help' },
  remove: {
    icon: 'trash',
    danger: true,
    label: 'moderation.decide.remove',
    help: 'moderation.decide.remove-help',
  },
  warn: { icon: 'alert', label: 'moderation.decide.warn', help: 'moderation.decide.warn-help' },
  pause: { icon: 'pause', label: 'moderation.decide.pause', help: 'moderation.decide.pause-help' },
  delete: {
    icon: 'user-off',
    danger: true,
    label: 'moderation.decide.delete',
    help: 'moderation.decide.delete-help',
  },
  'remove-review': {
    icon: 'trash',
    danger: true,
    label: 'moderation.review.remove',
    help: 'moderation.review.remove-help',
  },
  close: { icon: 'check', label: 'moderation.decide.close', help: 'moderation.decide.close-help' },
  approve: { icon: 'check', label: 'moderation.decide.approve', help: 'moderation.decide.approve-help' },
};

type DecideProps = { found: CaseDetail; internal: InternalNote };

/** What the reader may decide, by what it is about. The server says what that is, and decides again. */
export function Decide({ found, internal }: DecideProps) {
  const [chosen, setChosen] = useState<DialogMeasure | 'close' | null>(null);
  const approve = useApprove(found.id);
  const { person, allowed } = found;
  const groups: { name: ReactNode; actions: readonly CaseAction[] }[] = [
    { name: t('moderation.decide.first-listing'), actions: ['approve'] },
    { name: t('moderation.decide.listing'), actions: bookMeasures },
    { name: t('moderation.decide.review'), actions: ['remove-review'] },
    { name: <bdi>{person?.name ?? t('moderation.decide.person')}</bdi>, actions: personMeasures },
    { name: t('moderation.decide.neither'), actions: ['close'] },
  ];
  const possible = groups
    .map(({ name, actions }) => ({ name, actions: actions.filter((action) => allowed.includes(action)) }))
    .filter(({ actions }) => actions.length > 0);
  const close = () => setChosen(null);
  useOvertaken(found, { isOvertaken: chosen !== null && !allowed.includes(chosen), close });
  if (possible.length === 0) return <WhyNot found={found} />;
  return (
    <Section title={t('moderation.decide.title')}>
      {possible.map(({ name, actions }) => (
        <section key={actions.join()} className={cx(shared.stack, shared.tight)}>
          <h3 className={shared.legend}>{name}</h3>
          <List>
            {actions.map((action) => (
              <ActionItem
                key={action}
                action={action}
                help={t(action === 'close' ? closingHelpOf(found) : appearances[action].help)}
                busy={action === 'approve' && approve.isPending}
                onChoose={() => (action === 'approve' ? approve.mutate() : setChosen(action))}
              />
            ))}
          </List>
        </section>
      ))}
      {chosen === 'close' && <CloseDialog found={found} internal={internal} onClose={close} />}
      {chosen !== null && chosen !== 'close' && (
        <MeasureDialog key={chosen} kind={chosen} found={found} internal={internal} onClose={close} />
      )}
    </Section>
  );
}

/** What closing the case does: others than its own reports and notices hear nothing. */
const closingHelpOf = ({ complaints }: CaseDetail): PlainTextId =>
  complaints.length === 0 ? 'moderation.decide.close-nothing' : 'moderation.decide.close-help';

type ActionItemProps = { action: CaseAction; help: string; busy: boolean; onChoose: () => void };

function ActionItem({ action, help, busy, onChoose }: ActionItemProps) {
  const { icon, danger, label } = appearances[action];
  return (
    <ButtonItem icon={icon} danger={danger} aria-busy={busy} onClick={onChoose}>
      <span className={shared.row}>
        <span className={shared.grow}>
          {t(label)}
          <span className={cx(shared.tiny, shared.soft, shared.block)}>{help}</span>
        </span>
        {action !== 'approve' && <Icon name="chevron-right" size="s" />}
      </span>
    </ButtonItem>
  );
}

/** Why an open case offers nothing to decide. */
function WhyNot({ found: { state, takenBy, appeal } }: { found: CaseDetail }) {
  const myId = useCurrentUserId();
  if (state === 'closed' || appeal !== null) return null;
  const isElsewhere = state === 'in-review' && takenBy?.id !== myId;
  return (
    <InlineAlert>
      {isElsewhere
        ? t('moderation.decide.taken', { name: takenBy?.name ?? t('moderation.history.former-member') })
        : t('moderation.problem.own-case')}
    </InlineAlert>
  );
}

type Overtaken = { isOvertaken: boolean; close: () => void };

/** Says why an open dialog goes: another member has taken or decided the case. What was written stays. */
function useOvertaken({ state, history, appeal }: CaseDetail, { isOvertaken, close }: Overtaken): void {
  const myId = useCurrentUserId();
  const leave = useEffectEvent(() => {
    close();
    keepFocus();
    // The answer to the reader's own decision may come later than the news of it.
    if (history.at(-1)?.by?.id === myId) return;
    const outcome =
      state === 'closed' ? t('moderation.problem.case-closed') : t('moderation.problem.case-taken');
    showErrorToast(
      appeal === null ? outcome : t('moderation.history.appeal'),
      t('moderation.dialog.not-done'),
    );
  });
  useEffect(() => {
    if (isOvertaken) leave();
  }, [isOvertaken]);
}

function useApprove(id: string) {
  const queries = useQueryClient();
  const api = apiClient<ModerationEndpoints>(useTransport());
  return useSingleMutation({
    mutationFn: () => api.call('POST /api/staff/cases/:id/approve', { params: { id } }),
    onSuccess: () => {
      // Other decisions come where this one was.
      coverLastTap();
      toast({ title: t('moderation.decide.approved') });
    },
    meta: failsAs(t('moderation.dialog.not-done')),
    onSettled: async () => {
      await invalidateCases(queries);
      keepFocus();
    },
  });
}

type CloseDialogProps = { found: CaseDetail; internal: InternalNote; onClose: () => void };

/** It writes the note of the page: that reads it again when the dialog closes. */
function CloseDialog({ found, internal, onClose }: CloseDialogProps) {
  const { id } = found;
  const help = closingHelpOf(found);
  const draft = `case-note:${id}`;
  const close = () => {
    internal.setNote(openDraft(draft, tabDrafts).readText() ?? '');
    onClose();
  };
  return (
    <NoteDialog
      title={t('moderation.decide.close')}
      text={t(help === 'moderation.decide.close-help' ? 'moderation.decide.close-text' : help)}
      label={t('moderation.case.internal-note')}
      help={t('moderation.case.internal-note-help')}
      confirm={t('moderation.decide.close-confirm')}
      draft={draft}
      onClose={close}
      onSubmit={async (act, note) => {
        await act(
          (api) => api.call('POST /api/staff/cases/:id/close', { params: { id }, body: { note } }),
          t('moderation.decide.closed'),
        );
        internal.setNote('');
      }}
    />
  );
}
