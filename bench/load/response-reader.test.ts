import { describe, expect, test } from 'vitest';
import { ResponseReader } from './response-reader.ts';

const sized = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello';
const empty = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n';
const unchanged = 'HTTP/1.1 304 Not Modified\r\netag: "x"\r\n\r\n';
const chunked =
  'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n4\r\nwiki\r\nB\r\n\r\n\r\n\r\n012345\r\n0\r\n\r\n';
const everything = Buffer.from(sized + empty + chunked + unchanged + sized);
const statuses = [200, 404, 201, 304, 200];

describe('responses on one connection', () => {
  test('are separated when they arrive in one piece', () => {
    expect(new ResponseReader().push(everything)).toEqual(statuses);
  });

  test.each([1, 2, 3, 7, 50])('and in pieces of %i bytes', (size) => {
    const reader = new ResponseReader();
    const found: number[] = [];
    for (let from = 0; from < everything.length; from += size)
      found.push(...reader.push(everything.subarray(from, from + size)));
    expect(found).toEqual(statuses);
  });

  test('a response is complete with its last byte, not before', () => {
    for (const answer of [sized, empty, chunked, unchanged]) {
      const bytes = Buffer.from(answer);
      const reader = new ResponseReader();
      expect(reader.push(bytes.subarray(0, -1))).toEqual([]);
      expect(reader.push(bytes.subarray(-1))).toHaveLength(1);
    }
  });

  test('a response without a length is refused', () => {
    expect(() => new ResponseReader().push(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('no length');
  });
});
