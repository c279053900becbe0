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
              <span>BookSwap catalog</span>
              <span>404</span>
            </span>
            <h1>404 Page Not Found</h1>
            <p>Did you forget to add the page to the router?</p>
            <span />
          </div>
          <span className={catalogCardStyles.hole} aria-hidden="true" />
        </div>
        <LinkButton href="/" wide size="tall">
          Back to Home
        </LinkButton>
      </Main>
      <Shelf gap />
    </AppShell>
  );
}
