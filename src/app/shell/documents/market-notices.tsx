import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, renderIn } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { SPRITE_MARKUP } from '#ui/icons/sprite.ts';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { HomeHeader } from '#ui/layout/header.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import styles from '../shell.module.css';

/** Why a campus of this deployment is not open. */
export type MarketNotice = {
  state: 'creating' | 'paused' | 'moving' | 'deleting';
  campus: string;
  /** In the operator's words. */
  reason: string | null;
};

const CLOSED_BUILDING =
  '<path class="n" d="M12 88.5h128"/><path class="f3" d="M34 88V42h84v46z"/><path class="f2" d="M28 42 76 14l48 28z"/><path class="n" d="M46 88V54M62 88V54M90 88V54M106 88V54"/><circle class="f1" cx="76" cy="66" r="14"/><path class="g" d="M72 60v12m8-12v12"/>';

const EMPTY_SIGNPOST =
  '<path class="n" d="M12 88.5h128"/><path class="f3" d="M66 88V34h6v54z"/><path class="f2" d="M40 22h62l12 10-12 10H40z"/><path class="n q" d="M52 32h42"/><path class="n" d="M120 60v9m0 6v.3"/><circle class="n" cx="120" cy="68" r="13"/>';

/** The body of the document for a campus that is not open. */
export const marketNotice = (locale: Locale, { state, campus, reason }: MarketNotice): string =>
  renderNotice(locale, CLOSED_BUILDING, () => {
    switch (state) {
      case 'paused':
        return {
          title: t('app.market.paused-title', { campus }),
          text: t('app.market.paused-text'),
          more: (
            <>
              {reason !== null && <bdi>{reason} </bdi>}
              {t('app.market.paused-reserved')}
            </>
          ),
          canRetry: true,
        };
      case 'creating':
        return {
          title: t('app.market.creating-title', { campus }),
          text: t('app.market.creating-text'),
          canRetry: true,
        };
      case 'moving':
        return { title: t('app.market.moving-title', { campus }), text: t('app.market.moving-text') };
      case 'deleting':
        return { title: t('app.market.deleting-title', { campus }), text: t('app.market.deleting-text') };
    }
  });

/** The body of the document for an address without a campus. */
export const unknownHostNotice = (locale: Locale, host: string): string =>
  renderNotice(locale, EMPTY_SIGNPOST, () => ({
    title: t('app.unknown-host.title'),
    text: t('app.unknown-host.text'),
    more: (
      <b dir="ltr" className={styles.address}>
        {host}
      </b>
    ),
  }));

type Notice = { title: string; text: string; more?: ReactNode; canRetry?: boolean };

const renderNotice = (locale: Locale, illustration: string, notice: () => Notice): string =>
  renderIn(locale, () => {
    const { title, text, more, canRetry = false } = notice();
    return (
      SPRITE_MARKUP +
      renderToStaticMarkup(
        <AppShell>
          <HomeHeader />
          <Main middle>
            <EmptyState
              illustration={illustration}
              title={title}
              text={text}
              action={
                <>
                  {more && <p className={styles.more}>{more}</p>}
                  {canRetry && (
                    <LinkButton icon="refresh" href="">
                      {t('ui.action.retry')}
                    </LinkButton>
                  )}
                </>
              }
            />
          </Main>
        </AppShell>,
      )
    );
  });
