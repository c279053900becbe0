import { useEffect, useRef } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { supportLimits, SUPPORT_THANKS_TEXT } from '../rules.ts';
import { useContactForm } from './use-contact-form.ts';

/** The form that writes to the administrators. */
export function ContactForm() {
  const { form, problems, state, submit, keep } = useContactForm();
  const sending = state.name === 'sending';
  return (
    <>
      <form
        ref={form}
        className="panel stack"
        method="post"
        noValidate
        onInput={keep}
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label="Name"
          name="name"
          error={problems.name}
          autoComplete="name"
          maxLength={supportLimits.name}
        />
        <TextField
          label="Email"
          name="email"
          error={problems.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <TextField
          label="Subject"
          name="subject"
          error={problems.subject}
          autoComplete="off"
          maxLength={supportLimits.subject}
        />
        <TextAreaField
          label="Message"
          name="message"
          error={problems.message}
          autoComplete="off"
          maxLength={supportLimits.message}
          rows={5}
        />
        {/* A hidden field that only bots fill in. Screen readers skip it. */}
        <div hidden>
          <label>
            Leave this empty
            <input name="homepage" type="text" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {state.name === 'failed' && (
          <InlineAlert tone="danger">Your message wasn't sent. It's saved here. {state.why}</InlineAlert>
        )}
        {/* Disabled before hydration: the browser would submit the form in the URL. */}
        <Button type="submit" wide size="tall" busy={sending} disabled={!useHydrated()}>
          {sending ? 'Sending...' : 'Send Message'}
        </Button>
        <noscript>
          <p className="small soft">The contact form needs JavaScript.</p>
        </noscript>
      </form>
      {state.name === 'sent' && <Thanks />}
    </>
  );
}

/** Below the form, which is taller than a phone: scrolled into view, and the on-screen keyboard closes. */
function Thanks() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={place} tabIndex={-1}>
      <InlineAlert tone="positive" icon="check" announced>
        {SUPPORT_THANKS_TEXT}
      </InlineAlert>
    </div>
  );
}
