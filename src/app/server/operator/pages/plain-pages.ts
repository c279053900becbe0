import { html, type Html } from './html.ts';
import { icon, notice, renderPage } from './layout.ts';

const narrow = (content: Html): Html => html`<div class="narrow">${content}</div>`;

export const renderMessage = (title: string, text: string): string =>
  renderPage({
    title,
    main: narrow(
      html`<p>${text}</p>
        <a class="btn quiet wide" href="/operator">To the markets</a>`,
    ),
  });

/** `isSent`: an address was given. The page says the same for every address. */
export const renderSignIn = (isSent: boolean): string =>
  renderPage({
    title: 'Operator',
    main: narrow(
      html`${isSent && notice('If this address is named in OPERATOR_EMAILS, a link is on its way. It works once, for 15 minutes.', 'plain')}
        <p>For the people who run this deployment. An account of a campus does not count here.</p>
        <form class="stack" method="post" action="/operator/link">
          <div class="field">
            <label for="email">Email</label
            ><input
              class="input"
              id="email"
              name="email"
              type="email"
              autocomplete="email"
              required
              maxlength="254"
            />
          </div>
          <button class="btn wide">Send me a link</button>
        </form>
        <p class="help">Without a mail server: <code>npm run admin -- operator link EMAIL</code></p>`,
    ),
  });

/** Opening a link changes nothing, so that a program that reads mails does not use it up. */
export const renderConfirmSignIn = (token: string): string =>
  renderPage({
    title: 'Operator',
    main: narrow(
      html`<form class="stack" method="post" action="/operator/sign-in">
          <input type="hidden" name="token" value="${token}" /><button class="btn wide">Sign in</button>
        </form>
        <p class="help">The link works once.</p>`,
    ),
  });

export const renderNoDirectory = (): string =>
  renderPage({
    title: 'Operator',
    main: narrow(
      html`${notice('This deployment has one campus and no directory yet.')}
        <p>
          The first command makes it: <code>npm run admin -- operator link EMAIL</code> or
          <code>npm run admin -- markets create NAME --host HOST</code>
        </p>`,
    ),
  });

type Question = { number: number; campus: string; problem: string | null; reason: string };

export const MAX_REASON_LENGTH = 300;

export const renderPause = ({ number, campus, problem, reason }: Question): string =>
  renderPage({
    title: `Pause ${campus}?`,
    back: '/operator',
    main: narrow(
      html`<p>
          Its people see a page with its name and this reason. They cannot read, write or sign in until you
          resume it. Nothing is deleted.
        </p>
        <form class="stack" method="post" action="/operator/markets/${number}/pause">
          <div class="field">
            <label for="reason">Reason</label
            >${problem !== null && html`<p class="wrong" id="wrong">${icon('alert')}<span>${problem}</span></p>`}<textarea
              class="input"
              id="reason"
              name="reason"
              required
              maxlength="${MAX_REASON_LENGTH}"
              ${problem !== null && html`aria-invalid="true" aria-describedby="wrong"`}
            >
${reason}</textarea>
            <p class="help">Everyone can read it, as 'Back on 1 September'.</p>
          </div>
          <button class="btn wide">Pause ${campus}</button>
        </form>`,
    ),
  });
