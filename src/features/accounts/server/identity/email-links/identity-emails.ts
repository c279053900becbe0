import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { toDeviceName } from '../../../device-name.ts';
import { type PlainTextId, textsIn, type Translate } from '#platform/shared/texts/t.ts';

/** The account whose email is written to. Its queued emails are deleted with it. */
type EmailRecipient = { id?: string | undefined; email: string; locale: Locale };

function describePasskeys(text: Translate, { removed, left }: { removed: number; left: number }): string[] {
  if (removed > 0) return [text('accounts.mail.password-changed.passkeys-removed')];
  return left === 0 ? [] : [text('accounts.mail.password-changed.passkeys-left', { count: left })];
}

/** The emails about sign-in and email addresses. `publicUrl` has no slash at its end. */
export function createIdentityEmails(publicUrl: string) {
  const page = (path: string, token: string) => `${publicUrl}${path}?token=${token}`;
  const resetUrl = { url: `${publicUrl}/forgot-password` };
  const mail = createComposer(publicUrl);

  return {
    ...createSecurityEmails(mail, publicUrl),
    verification: (to: EmailRecipient, token: string) =>
      mail(to, 'accounts.mail.verify.subject', (text) => [
        text('accounts.mail.verify.text'),
        page('/verify-email', token),
        text('accounts.mail.verify.expires'),
        // Someone else may have signed up with this address.
        text('accounts.mail.verify.not-you', resetUrl),
      ]),
    /** The link for a user of another identity provider. */
    studentLink: (to: EmailRecipient, token: string) =>
      mail(to, 'accounts.mail.student.subject', (text) => [
        text('accounts.mail.student.text'),
        page('/verify-email', token),
        text('accounts.mail.student.expires'),
      ]),
    reset: (to: EmailRecipient, token: string, { isUnverified }: { isUnverified: boolean }) =>
      mail(to, 'accounts.mail.reset.subject', (text) => [
        text('accounts.mail.reset.text'),
        page('/reset-password', token),
        text('accounts.mail.reset.expires'),
        ...(isUnverified ? [text('accounts.mail.unverified')] : []),
        text('accounts.mail.reset.not-you'),
      ]),
    /** The link for the owner of an address that another visitor may have signed up with. */
    claim: (to: EmailRecipient, token: string) =>
      mail(to, 'accounts.mail.claim.subject', (text) => [
        text('accounts.mail.claim.text'),
        text('accounts.mail.claim.take-over'),
        page('/reset-password', token),
        text('accounts.mail.unverified'),
        text('accounts.mail.claim.expires'),
      ]),
    passwordChanged: (to: EmailRecipient, passkeys: { removed: number; left: number }) =>
      mail(to, 'accounts.mail.password-changed.subject', (text) => [
        text('accounts.mail.password-changed.text'),
        ...describePasskeys(text, passkeys),
        text('accounts.mail.reset-advice', resetUrl),
      ]),
  };
}

type WriteEmail = (
  to: EmailRecipient,
  subject: PlainTextId,
  toParagraphs: (text: Translate) => string[],
) => EmailMessage;

function createSecurityEmails(mail: WriteEmail, publicUrl: string) {
  const settingsUrl = { url: `${publicUrl}/account-settings` };
  const resetUrl = { url: `${publicUrl}/forgot-password` };
  return {
    newDevice: (to: EmailRecipient, device: string) =>
      mail(to, 'accounts.mail.new-device.subject', (text) => [
        text('accounts.mail.new-device.text', { device: toDeviceName(device, text) }),
        text('accounts.mail.new-device.advice', settingsUrl),
      ]),
    /** Instead of one email for each. */
    newDevices: (to: EmailRecipient) =>
      mail(to, 'accounts.mail.new-devices.subject', (text) => [
        text('accounts.mail.new-devices.text'),
        text('accounts.mail.new-devices.advice', settingsUrl),
      ]),
    passkeyAdded: (to: EmailRecipient) =>
      mail(to, 'accounts.mail.passkey-added.subject', (text) => [
        text('accounts.mail.passkey-added.text'),
        text('accounts.mail.reset-advice-passkeys', resetUrl),
      ]),
    passkeyRenamed: (to: EmailRecipient) =>
      mail(to, 'accounts.mail.passkey-renamed.subject', (text) => [
        text('accounts.mail.passkey-renamed.text'),
        text('accounts.mail.reset-advice-passkeys', resetUrl),
      ]),
    passkeyDeleted: (to: EmailRecipient) =>
      mail(to, 'accounts.mail.passkey-deleted.subject', (text) => [
        text('accounts.mail.passkey-deleted.text'),
        text('accounts.mail.reset-advice', resetUrl),
      ]),
  };
}

export type IdentityEmails = ReturnType<typeof createIdentityEmails>;

/** No names: a visitor who signs up with the address of another could have us email them any text. */
const createComposer =
  (publicUrl: string): WriteEmail =>
  ({ id, email, locale }, subject, toParagraphs) => {
    const text = textsIn(locale);
    return {
      to: email,
      ...(id !== undefined && { aboutUserId: id }),
      subject: text(subject),
      text: [text('platform.mail.greeting-nameless'), ...toParagraphs(text), `BookSwap\n${publicUrl}`].join(
        '\n\n',
      ),
    };
  };
