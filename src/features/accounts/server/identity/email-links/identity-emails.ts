import type { EmailMessage } from '#platform/server/mail/mailer.ts';

/** The account whose email is written to. Its queued emails are deleted with it. */
type EmailRecipient = { id?: string | undefined; email: string };

/** Someone else may have created the account: its data stays only in a browser that has used it before. */
const UNVERIFIED_NOTE =
  "This email was never confirmed. If you created the account, open the link on a device where you've used it to keep your listings and messages. On any other device, they will be deleted.";

function describePasskeys({ removed, left }: { removed: number; left: number }): string[] {
  if (removed > 0) return ['Your passkeys were removed. Add them again in Account Settings.'];
  if (left === 0) return [];
  return [
    `${left} ${left === 1 ? 'passkey' : 'passkeys'} can still sign in to your account. You can delete passkeys in Account Settings.`,
  ];
}

/** The emails about sign-in and email addresses. `publicUrl` has no slash at its end. */
export function createIdentityEmails(publicUrl: string) {
  const page = (path: string, token: string) => `${publicUrl}${path}?token=${token}`;
  const mail = createComposer(publicUrl);

  return {
    ...createSecurityEmails(mail, publicUrl),
    verification: (to: EmailRecipient, token: string) =>
      mail(
        to,
        'Confirm your email for BookSwap',
        'Please confirm your email by opening this link:',
        page('/verify-email', token),
        'The link expires in 24 hours.',
        `If you didn't sign up for BookSwap, you can ignore this email. To take over the account someone created with your email, reset its password: ${publicUrl}/forgot-password`,
      ),
    /** The link for a user of another identity provider. */
    studentLink: (to: EmailRecipient, token: string) =>
      mail(
        to,
        'Confirm your student email for BookSwap',
        'To keep your student badge for another year, open this link and sign in:',
        page('/verify-email', token),
        "The link expires in 24 hours. If you didn't ask for it, you can ignore this email.",
      ),
    reset: (to: EmailRecipient, token: string, { isUnverified }: { isUnverified: boolean }) =>
      mail(
        to,
        'Reset your BookSwap password',
        'Someone (hopefully you) asked to reset the password of your BookSwap account. Choose a new password here:',
        page('/reset-password', token),
        'The link expires in one hour and works once. Changing your password signs you out on all devices and removes any passkeys.',
        ...(isUnverified ? [UNVERIFIED_NOTE] : []),
        "If this wasn't you, ignore this email. Your password won't change.",
      ),
    /** The link for the owner of an address that another visitor may have signed up with. */
    claim: (to: EmailRecipient, token: string) =>
      mail(
        to,
        'Your email already has a BookSwap account',
        'Someone (hopefully you) tried to sign up for BookSwap with this email. An account with this email already exists, but the email was never confirmed.',
        'To take over the account, choose a new password here. Anyone else using it will be signed out:',
        page('/reset-password', token),
        UNVERIFIED_NOTE,
        "The link expires in one hour and works once. If this wasn't you, ignore this email.",
      ),
    passwordChanged: (to: EmailRecipient, passkeys: { removed: number; left: number }) =>
      mail(
        to,
        'Your BookSwap password was changed',
        'The password of your BookSwap account was just changed, and your other devices were signed out.',
        ...describePasskeys(passkeys),
        `If this wasn't you, reset your password right away: ${publicUrl}/forgot-password`,
      ),
  };
}

type WriteEmail = (to: EmailRecipient, subject: string, ...paragraphs: string[]) => EmailMessage;

const createSecurityEmails = (
  mail: WriteEmail,
  publicUrl: string,
  resetAdvice = `If this wasn't you, reset your password right away, which removes all passkeys: ${publicUrl}/forgot-password`,
) => ({
  newDevice: (to: EmailRecipient, device: string) =>
    mail(
      to,
      'New sign-in to your BookSwap account',
      `Someone just signed in to your BookSwap account on a new device: ${device}.`,
      `If this was you, you can ignore this email. If it wasn't, change your password and choose 'Sign out other devices': ${publicUrl}/account-settings`,
    ),
  /** Instead of one email for each. */
  newDevices: (to: EmailRecipient) =>
    mail(
      to,
      'Several new sign-ins to your BookSwap account',
      "There have been several sign-ins to your BookSwap account on new devices. We won't email you about each new one for the next hour.",
      `If this wasn't you, change your password and sign out the other devices: ${publicUrl}/account-settings`,
    ),
  passkeyAdded: (to: EmailRecipient) =>
    mail(
      to,
      'A passkey was added to your BookSwap account',
      'A new passkey can now sign in to your BookSwap account.',
      resetAdvice,
    ),
  passkeyRenamed: (to: EmailRecipient) =>
    mail(
      to,
      'A passkey of your BookSwap account was renamed',
      'A passkey of your BookSwap account has a new name. You see it in Account Settings.',
      resetAdvice,
    ),
  passkeyDeleted: (to: EmailRecipient) =>
    mail(
      to,
      'A passkey was deleted from your BookSwap account',
      'A passkey can no longer sign in to your BookSwap account.',
      `If this wasn't you, reset your password right away: ${publicUrl}/forgot-password`,
    ),
});

export type IdentityEmails = ReturnType<typeof createIdentityEmails>;

/** No names: a visitor who signs up with the address of another could have us email them any text. */
const createComposer =
  (publicUrl: string) =>
  ({ id, email }: EmailRecipient, subject: string, ...paragraphs: string[]): EmailMessage => ({
    to: email,
    ...(id !== undefined && { aboutUserId: id }),
    subject,
    text: ['Hi,', ...paragraphs, `BookSwap\n${publicUrl}`].join('\n\n'),
  });
