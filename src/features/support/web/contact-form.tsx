import { useEffect, useRef } from 'react';
import { failureText } from '#platform/web/failure-text.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { supportLimits, SUPPORT_THANKS_TEXT } from '../rules.ts';
import { useContactForm } from './use-contact-form.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

/** The form that writes to the administrators. */
export function ContactForm() {
  const { submit, field, trap, busy, isSent, failure } = useContactForm();
  return (
    <>
      <form className={cx(listStyles.panel, shared.stack)} method="post" noValidate onSubmit={submit}>
        <TextField {...field('name')} label="Name" autoComplete="name" maxLength={supportLimits.name} />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <TextField
          {...field('subject')}
          label="Subject"
          autoComplete="off"
          maxLength={supportLimits.subject}
        />
        <TextAreaField
          {...field('message')}
          label="Message"
          autoComplete="off"
          maxLength={supportLimits.message}
          rows={5}
        />
        {/* A hidden field that only bots fill in. Screen readers skip it. */}
        <div hidden>
          <label>
            Leave this empty
            <input ref={trap} name="homepage" type="text" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {failure !== null && (
          <InlineAlert tone="danger">
            Your message wasn't sent. It's saved here. {failureText(failure)}
          </InlineAlert>
        )}
        {/* Disabled before hydration: the browser would submit the form in the URL. */}
        <Button type="submit" wide size="tall" busy={busy} disabled={!useHydrated()}>
          {busy ? 'Sending...' : 'Send Message'}
        </Button>
        <noscript>
          <p className={cx(shared.small, shared.soft)}>The contact form needs JavaScript.</p>
        </noscript>
      </form>
      {isSent && <Thanks />}
    </>
  );
}

/** The thanks below the form, which is taller than a phone: scrolled into view, and the on-screen keyboard closes. */
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
