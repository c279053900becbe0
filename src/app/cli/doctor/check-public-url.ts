import { connect } from 'node:tls';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { Config } from '../../server/config.ts';
import { failed, type Finding, ok, toFailureReason, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const HTTPS_PORT = 443;
/** Proxies that renew certificates themselves do it a month before the end. */
const MIN_CERTIFICATE_DAYS = 14;

const ADVICE =
  'Check the name in the DNS, the proxy and its certificate, and that the proxy passes requests on to PORT.';

/** Whether PUBLIC_URL leads to the product, as users would reach it, and when its certificate ends. */
export async function checkPublicUrl({ publicUrl }: Config, now: Date): Promise<Finding[]> {
  if (publicUrl === undefined) return [];
  return [await checkAnswer(publicUrl), ...(await checkCertificate(new URL(publicUrl), now))];
}

async function checkAnswer(publicUrl: string): Promise<Finding> {
  const check = 'public url';
  try {
    const response = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = (await response.text()).slice(0, 100);
    if (response.ok && body.includes('"ok"')) return ok(check, `${publicUrl} leads to the product.`);
    return failed(check, `${publicUrl} responds with ${response.status}, but is not the product.`, ADVICE);
  } catch (error) {
    const text = `${publicUrl} cannot be reached from here: ${toFailureReason(error)}.`;
    return failed(check, text, ADVICE);
  }
}

/** None if there is no TLS, or nobody to ask: the other finding says so. */
async function checkCertificate(url: URL, now: Date): Promise<Finding[]> {
  if (url.protocol !== 'https:') return [];
  const end = await readCertificateEnd(url).catch(() => null);
  if (end === null) return [];
  const check = 'certificate';
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
  const day = end.toISOString().slice(0, 10);
  const advice =
    "Look in the proxy's log why it has not renewed the certificate. Caddy needs port 80 or 443.";
  if (end <= now) return [failed(check, `It has expired on ${day}: browsers refuse the site.`, advice)];
  if (days < MIN_CERTIFICATE_DAYS) return [warning(check, `It ends in ${days} days, on ${day}.`, advice)];
  return [ok(check, `It ends in ${days} days, on ${day}.`)];
}

/** Also of a certificate that is not valid. Null: there is none. */
function readCertificateEnd({ hostname, port }: URL): Promise<Date | null> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: port === '' ? HTTPS_PORT : Number(port),
      // Names only; an address is not one.
      ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
      // It is read, not trusted: nothing is sent.
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    });
    socket.once('secureConnect', () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.destroy();
      resolve(end === undefined ? null : new Date(end));
    });
    socket.once('timeout', () => socket.destroy(new Error('The TLS handshake took too long')));
    socket.once('error', reject);
  });
}
