import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Panel } from '#ui/layout/list.tsx';
import type { ListedWork } from '../../contract.ts';
import { differClearly } from './compare-works.ts';
import { keyOf, titleOf } from './work-names.ts';
import shared from '#ui/shared.module.css';

type JoinPanelProps = {
  works: readonly [ListedWork, ListedWork];
  busy: boolean;
  onCancel: () => void;
  onJoin: () => void;
};

/** Two chosen works, and what tells them apart. */
export function JoinPanel({ works, busy, onCancel, onJoin }: JoinPanelProps) {
  const count = works[0].editions.length + works[1].editions.length;
  return (
    <section aria-labelledby="join-works">
      <Panel stack tight>
        <h3 className={shared.size20} id="join-works">
          {t('editions.admin.join-title')}
        </h3>
        {works.map((work) => (
          <div key={keyOf(work)} className={shared.row}>
            <Cover book={{ title: titleOf(work), author: work.author ?? '', isbn: keyOf(work) }} size="s" />
            <span className={cx(shared.grow, shared.small)}>
              <bdi className={shared.block}>{titleOf(work)}</bdi>
              <span className={shared.soft}>
                <bdi className={shared.block}>{work.author ?? '–'}</bdi>
                {t('editions.admin.count', { count: work.editions.length })}
              </span>
            </span>
          </div>
        ))}
        {differClearly(...works) && (
          <p className={cx(shared.row, shared.small)} role="alert">
            <Icon name="info" size="s" />
            <b>{t('editions.admin.join-differs')}</b>
          </p>
        )}
        <p className={cx(shared.small, shared.soft)}>{t('editions.admin.join-note')}</p>
        <div className={shared.row}>
          <Button variant="quiet" onClick={onCancel}>
            {t('editions.admin.cancel')}
          </Button>
          <Button className={shared.grow} icon="join" busy={busy} onClick={onJoin}>
            {t('editions.admin.join', { count })}
          </Button>
        </div>
      </Panel>
    </section>
  );
}
