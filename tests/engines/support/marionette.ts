/** Firefox's own protocol, for what its WebDriver BiDi lacks. */
import { connect } from 'node:net';

/** A message is `length:JSON`; an answer is `[1, id, error, result]`. The first message greets. */
export async function callMarionette<T>(port: number, command: string, parameters: object): Promise<T> {
  const socket = connect(port, '127.0.0.1');
  try {
    const call = JSON.stringify([0, 1, command, parameters]);
    socket.write(`${Buffer.byteLength(call)}:${call}`);
    let received = Buffer.alloc(0);
    for await (const part of socket) {
      received = Buffer.concat([received, part as Buffer]);
      const [answer] = splitMessages(received).filter((message) => Array.isArray(message));
      if (answer === undefined) continue;
      const [, , error, result] = answer as [number, number, object | null, T];
      if (error !== null) throw new Error(`${command}: ${JSON.stringify(error)}`);
      return result;
    }
    throw new Error(`${command} got no answer`);
  } finally {
    socket.destroy();
  }
}

/** Those that have come whole. */
function splitMessages(bytes: Buffer): unknown[] {
  const start = bytes.indexOf(':') + 1;
  const end = start + Number(bytes.subarray(0, Math.max(0, start - 1)));
  if (start === 0 || bytes.length < end) return [];
  return [JSON.parse(bytes.toString('utf8', start, end)), ...splitMessages(bytes.subarray(end))];
}
