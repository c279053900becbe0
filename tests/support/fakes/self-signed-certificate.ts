import { generateKeyPairSync, sign } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const GENERALIZED_TIME = 0x18;

/** ecdsa-with-SHA256 and commonName. */
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');

/** DER: the tag, the length, the content. */
function encode(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const toTime = (date: Date) =>
  encode(GENERALIZED_TIME, Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`));

/** A key and a certificate for this name that browsers do not trust, for tests of TLS. PEM. */
export function createSelfSignedCertificate(name: string, ends: Date): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = encode(SEQUENCE, encode(OBJECT_ID, ECDSA_WITH_SHA256));
  const attribute = encode(SEQUENCE, encode(OBJECT_ID, COMMON_NAME), encode(UTF8_STRING, Buffer.from(name)));
  const subject = encode(SEQUENCE, encode(SET, attribute));
  const content = encode(
    SEQUENCE,
    encode(INTEGER, Buffer.from([1])),
    algorithm,
    subject,
    encode(SEQUENCE, toTime(new Date('2020-01-01T00:00:00Z')), toTime(ends)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = encode(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey));
  const der = encode(SEQUENCE, content, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
