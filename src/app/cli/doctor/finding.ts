export type Finding = {
  check: string;
  status: 'ok' | 'warning' | 'failed';
  text: string;
  advice: string | null;
};

export const ok = (check: string, text: string): Finding => ({ check, status: 'ok', text, advice: null });
const withAdvice =
  (status: 'warning' | 'failed') =>
  (check: string, text: string, advice: string): Finding => ({ check, status, text, advice });
export const warning = withAdvice('warning');
export const failed = withAdvice('failed');

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at this address',
  ENOTFOUND: 'the name of the host is unknown',
  EAI_AGAIN: 'the name of the host cannot be resolved now',
  ENOENT: 'it does not exist',
  EACCES: 'this user may not use it',
  ETIMEDOUT: 'it does not respond',
  EDNS: 'the name of the host is unknown',
  EAUTH: 'it refuses the user or the password',
  ETLS: 'TLS is not possible',
  UND_ERR_CONNECT_TIMEOUT: 'it does not respond',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  '28P01': 'it refuses the user or the password',
  '28000': 'it refuses this user',
  '3D000': 'the database does not exist',
  '53300': 'it has no free connections',
};

/** Why a connection failed, in plain words where the code is known. Names no password. */
export function toFailureReason(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    // Libraries also put the code of the system into the message of an error with a code of their own.
    const known = [code, ...(current.message.match(/\bE[A-Z]{4,}\b/g) ?? [])].find(
      (one) => reasons[String(one)],
    );
    if (known !== undefined) return reasons[String(known)]!;
  }
  return error instanceof Error ? error.message : String(error);
}
