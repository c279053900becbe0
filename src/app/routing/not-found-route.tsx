import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Shelf } from '#ui/layout/shelf.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import catalogCardStyles from '#ui/layout/catalog-card.module.css';

/** The 404 page, drawn as a card of a library catalog. */
export default function NotFoundRoute() {
  return (
    <AppShell>
      <Main id="main" className={catalogCardStyles.page}>
        <div className={catalogCardStyles.stub}>
          <div className={catalogCardStyles.lines}>
            <span className={cx(shared.row, shared.between, shared.tiny, shared.soft)}>
              <span>{t('app.not-found.catalog')}</span>
              <span>404</span>
            </span>
            <h1>{t('app.title.not-found')}</h1>
            <p>{t('app.not-found.text')}</p>
            <span />
          </div>
          <span className={catalogCardStyles.hole} aria-hidden="true" />
        </div>
        <LinkButton href="/" wide size="tall">
          {t('app.action.home')}
        </LinkButton>
      </Main>
      <Shelf gap />
    </AppShell>
  );
}
