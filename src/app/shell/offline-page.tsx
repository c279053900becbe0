import { t } from '#platform/shared/texts/t.ts';
import { BottomNav } from '#ui/layout/bottom-nav.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { HomeHeader } from '#ui/layout/header.tsx';
import { TopBanner } from '#ui/states/alerts.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { navItems } from './bottom-nav-items.ts';

/** The offline page, which is static: without the product's script and without a user. */
export function OfflinePage() {
  return (
    <AppShell nav>
      <TopBanner icon="offline">{t('app.offline.no-connection')}</TopBanner>
      <HomeHeader />
      <Main id="main" middle>
        <EmptyState
          illustration="not-on-device"
          title={t('ui.offline.title')}
          text={t('ui.offline.text')}
          action={
            <LinkButton icon="refresh" href="">
              {t('ui.action.retry')}
            </LinkButton>
          }
        />
      </Main>
      <BottomNav
        items={navItems.map(({ href, label, icon }) => ({ href, label: t(label), icon }))}
        add={{ href: '/add-listing' }}
      />
    </AppShell>
  );
}
