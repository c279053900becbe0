import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, renderIn } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { SPRITE_MARKUP } from '#ui/icons/sprite.ts';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { HomeHeader } from '#ui/layout/header.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { IllustrationName } from '#ui/states/illustration.tsx';
import styles from '../shell.module.css';

/** Why a campus of this deployment is not open. */
export type MarketNotice = {
  state: 'creating' | 'paused' | 'moving' | 'deleting';
  campus: string;
  /** In the operator's words. */
  reason: string | null;
};

/** The body of the document for a campus that is not open. */
export const marketNotice = (locale: Locale, { state, campus, reason }: MarketNotice): string =>
  renderNotice(locale, 'closed-building', () => {
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
  renderNotice(locale, 'empty-signpost', () => ({
    title: t('app.unknown-host.title'),
    text: t('app.unknown-host.text'),
    more: (
      <b dir="ltr" className={styles.address}>
        {host}
      </b>
    ),
  }));

type Notice = { title: string; text: string; more?: ReactNode; canRetry?: boolean };

const renderNotice = (locale: Locale, illustration: IllustrationName, notice: () => Notice): string =>
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
