import type { Config } from '../../server/config.ts';
import { isLoopback } from '../../server/environment.ts';
import { failed, type Finding, ok, toFailureReason, warning } from './finding.ts';

const SMTP_TIMEOUT_MS = 10_000;
const ADVICE = 'Check SMTP_URL: the host, the port (587 or 465), the user and the password.';

/** Greets the mail server and signs in. Sends nothing, unless there is a `recipient`. */
export async function checkMail({ smtp, publicUrl }: Config, recipient: string | null): Promise<Finding[]> {
  const check = 'mail';
  if (smtp === null) {
    const text = 'There is no mail server: emails are files in DATA_DIR/mail-outbox.';
    if (publicUrl === undefined) return [ok(check, text)];
    return [warning(check, text, 'Set SMTP_URL and MAIL_FROM: users need the links of these emails.')];
  }
  const { hostname, protocol } = new URL(smtp.url);
  try {
    await withTransport(smtp, {}, (transport) => transport.verify());
  } catch (error) {
    return [failed(check, `${hostname} does not work: ${toFailureReason(error)}.`, ADVICE)];
  }
  const findings = [ok(check, `${hostname} responds and accepts the sign-in.`)];
  if (protocol === 'smtp:' && !isLoopback(hostname) && !(await offersTls(smtp)))
    findings.push(
      warning(
        check,
        `${hostname} offers no TLS: emails with their links travel readable.`,
        "Use the port for TLS ('smtps://…:465'), or a mail server that has STARTTLS.",
      ),
    );
  if (recipient !== null) findings.push(await sendTestEmail(smtp, recipient));
  return findings;
}

type Smtp = NonNullable<Config['smtp']>;
type Transport = { verify(): Promise<unknown>; sendMail(mail: object): Promise<unknown>; close(): void };

async function withTransport<T>(
  { url }: Smtp,
  options: { requireTLS?: boolean },
  work: (transport: Transport) => Promise<T>,
): Promise<T> {
  const { createTransport } = await import('nodemailer');
  const transport: Transport = createTransport({
    url,
    ...options,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  try {
    return await work(transport);
  } finally {
    transport.close();
  }
}

const offersTls = (smtp: Smtp): Promise<boolean> =>
  withTransport(smtp, { requireTLS: true }, (transport) => transport.verify()).then(
    () => true,
    () => false,
  );

async function sendTestEmail(smtp: Smtp, to: string): Promise<Finding> {
  const mail = { from: smtp.from, to, subject: 'A test of BookSwap', text: 'The mail server works.\n' };
  try {
    await withTransport(smtp, {}, (transport) => transport.sendMail(mail));
    return ok('mail', `It accepted a test email to ${to}.`);
  } catch (error) {
    return failed(
      'mail',
      `It refused a test email: ${toFailureReason(error)}.`,
      'Check MAIL_FROM and the address.',
    );
  }
}
