import { LinkButton } from '#ui/actions/button.tsx';
import { Shelf } from '#ui/layout/shelf.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';

/** The 404 page, drawn as a card of a library catalog. */
export default function NotFoundRoute() {
  return (
    <AppShell>
      <Main id="main" className="nf">
        <div className="stub">
          <div className="lines">
            <span className="row between tiny soft">
              <span>BookSwap catalog</span>
              <span>404</span>
            </span>
            <h1>404 Page Not Found</h1>
            <p>Did you forget to add the page to the router?</p>
            <span />
          </div>
          <span className="hole" aria-hidden="true" />
        </div>
        <LinkButton href="/" wide size="tall">
          Back to Home
        </LinkButton>
      </Main>
      <Shelf gap />
    </AppShell>
  );
}
