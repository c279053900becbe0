import { describe, expect, it } from 'vitest';
import { findNamedObject, toCampusPath } from './campus-path.ts';

const campus = { publicUrl: 'https://northfield.example', hosts: ['books.northfield.example', '::1'] };
const pathOf = (address: string) => toCampusPath(address, campus);

describe('the path of an address of the campus', () => {
  it.each([
    ['https://northfield.example/book/1?from=home#photos', '/book/1'],
    ['http://NORTHFIELD.example:443/book/1/', '/book/1'],
    ['northfield.example/book/1', '/book/1'],
    ['books.northfield.example/help', '/help'],
    ['http://[::1]:4300/help', '/help'],
    ['/course/CS%20101', '/course/CS%20101'],
    ['/%68elp//', '/help'],
    [' / ', '/'],
    ['https://northfield.example', '/'],
  ])('of %s is %s', (address, path) => expect(pathOf(address)).toBe(path));

  it.each([
    'https://elsewhere.example/book/1',
    'https://northfield.example@elsewhere.example/book/1',
    'https://northfield.example.elsewhere.example/',
    'elsewhere.example/book/1',
    '//elsewhere.example/book/1',
    String.raw`/\elsewhere.example`,
    'javascript:alert(1)',
    'ftp://northfield.example/book/1',
    'data:text/html,northfield.example',
    'https://',
  ])('of %s is none', (address) => expect(pathOf(address)).toBeNull());
});

const id = '01a1B2c3-0000-4000-8000-000000000001';

it('names a listing with all of its pages, a user and a short address, else nothing', () => {
  expect(findNamedObject(`/book/${id}`)).toEqual({ kind: 'book', id: id.toLowerCase() });
  expect(findNamedObject(`/book/${id}/slip`)).toEqual({ kind: 'book', id: id.toLowerCase() });
  expect(findNamedObject(`/user/${id}`)).toEqual({ kind: 'user', id: id.toLowerCase() });
  expect(findNamedObject('/b/abc')).toEqual({ kind: 'short-address', id: 'abc' });
  for (const path of ['/', '/book', '/book/1', `/course/${id}`, `/bookish/${id}`])
    expect([path, findNamedObject(path)]).toEqual([path, null]);
});
