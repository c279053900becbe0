import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MessageReader,
  ProtocolViolation,
  ReplyScanner,
  eachMessage,
  prefixStatementName,
  queryMessage,
  replaceStatementText,
  statementName,
  statementText,
  typedMessage,
} from './wire-messages.ts';

const body = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const letter = fc.constantFrom('Q', 'P', 'B', 'D', 'E', 'C', 'S', 'H');
const messages = fc.array(
  fc.tuple(letter, body).map(([type, bytes]) => typedMessage(type, bytes)),
  { maxLength: 12 },
);
const cuts = fc.array(fc.nat(), { maxLength: 12 });

function cutUp(bytes: Buffer, places: number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

function startupPacket(): Buffer {
  const packet = Buffer.alloc(8);
  packet.writeInt32BE(8, 0);
  packet.writeInt32BE(3 << 16, 4);
  return packet;
}

describe('the stream of a client', () => {
  test('gives the same messages however it is cut up', () => {
    fc.assert(
      fc.property(messages, cuts, (sent, places) => {
        const reader = new MessageReader();
        const seen: Buffer[] = [];
        for (const chunk of cutUp(Buffer.concat([startupPacket(), ...sent]), places))
          reader.push(chunk, (message, untyped) => {
            reader.untyped = false;
            if (!untyped) seen.push(Buffer.from(message));
          });
        expect(Buffer.concat(seen)).toEqual(Buffer.concat(sent));
        expect(seen.map(({ length }) => length)).toEqual(sent.map(({ length }) => length));
      }),
    );
  });

  test.each([-1, 0, 3, 2 ** 31 - 1])('is refused when a length is %i', (length) => {
    const reader = new MessageReader();
    reader.untyped = false;
    const message = Buffer.alloc(5);
    message.write('Q', 'latin1');
    message.writeInt32BE(length, 1);
    expect(() => reader.push(message, () => undefined)).toThrow(ProtocolViolation);
  });

  test('opens with a packet of a reasonable size', () => {
    const packet = Buffer.alloc(4);
    packet.writeInt32BE(1_000_000, 0);
    expect(() => new MessageReader().push(packet, () => undefined)).toThrow(ProtocolViolation);
  });
});

describe('the reply of the engine', () => {
  const reply = fc.oneof(
    fc.tuple(fc.constantFrom('D', 'C', 'T', 'N'), body).map(([type, bytes]) => typedMessage(type, bytes)),
    fc.constantFrom('I', 'T', 'E').map((status) => typedMessage('Z', status)),
    body.map((bytes) => typedMessage('A', Buffer.concat([Buffer.from('\0\0\0\x2achannel\0'), bytes]))),
  );

  test('is passed on without notifications, with its last status, however it is cut up', () => {
    fc.assert(
      fc.property(fc.array(reply, { maxLength: 12 }), cuts, (sent, places) => {
        const passed: Buffer[] = [];
        const notifications: Buffer[] = [];
        const scanner = new ReplyScanner(
          (bytes) => passed.push(bytes),
          (message) => notifications.push(message),
        );
        for (const chunk of cutUp(Buffer.concat(sent), places)) scanner.feed(chunk);
        const isNotification = (message: Buffer) => message[0] === 0x41;
        expect(Buffer.concat(passed)).toEqual(
          Buffer.concat(sent.filter((message) => !isNotification(message))),
        );
        expect(Buffer.concat(notifications)).toEqual(Buffer.concat(sent.filter(isNotification)));
        const ready = sent.findLast((message) => message[0] === 0x5a);
        expect(scanner.status).toBe(ready && String.fromCharCode(ready[5]!));
      }),
    );
  });

  test('is copied, for the engine uses its memory again', () => {
    const memory = Buffer.from(typedMessage('D', 'value'));
    const passed: Buffer[] = [];
    new ReplyScanner(
      (bytes) => passed.push(bytes),
      () => undefined,
    ).feed(memory);
    memory.fill(0);
    expect(Buffer.concat(passed)).toEqual(typedMessage('D', 'value'));
  });
});

describe('names and texts', () => {
  const word = fc.string({ maxLength: 12 }).filter((text) => !text.includes('\0'));

  test('a prefix goes before the name of the statement, and nowhere else', () => {
    fc.assert(
      fc.property(word, word, body, (name, other, rest) => {
        const variants = [
          (text: string) => typedMessage('P', Buffer.concat([Buffer.from(`${text}\0${other}\0`), rest])),
          (text: string) => typedMessage('B', Buffer.concat([Buffer.from(`${other}\0${text}\0`), rest])),
          (text: string) => typedMessage('D', `S${text}\0`),
          (text: string) => typedMessage('C', `S${text}\0`),
        ];
        for (const message of variants) {
          expect(statementName(message(name))).toBe(name);
          expect(prefixStatementName(message(name), 'c7_')).toEqual(message(`c7_${name}`));
        }
        expect(statementName(typedMessage('D', `P${name}\0`))).toBeUndefined();
      }),
    );
  });

  test('a text can be replaced', () => {
    const parse = (text: string) => typedMessage('P', `name\0${text}\0\0\0`);
    expect(replaceStatementText(parse('SELECT 1'), 'SELECT 22')).toEqual(parse('SELECT 22'));
    expect(replaceStatementText(queryMessage('SELECT 1'), 'x')).toEqual(queryMessage('x'));
    expect(statementText(parse('SELECT é'))).toBe('SELECT é');
  });

  test('whole messages are told apart', () => {
    const all = [typedMessage('S', 'a'), typedMessage('Z', 'I')];
    expect(
      [...eachMessage(Buffer.concat(all))].map(({ type, body: text }) => type + text.toString()),
    ).toEqual(['Sa', 'ZI']);
  });
});
