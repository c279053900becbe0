import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalPhotoUrl } from './rules.ts';
import { parsePhotoId, photoUrl } from './stored-photo.ts';

const id = '0198c0de-1234-7abc-8def-0123456789ab';

describe('the addresses of a photo', () => {
  it.each([
    photoUrl(id),
    `/objects/upload/${id}`,
    `/objects/upload/${id}?expires=1&signature=abc`,
    `https://books.example/objects/upload/${id}?expires=1`,
    `http://127.0.0.1:3000/objects/uploads/${id}.webp`,
    `/objects/uploads/${id}.webp?w=240`,
    `/objects/uploads/${id.toUpperCase()}.webp`,
  ])('%s becomes the one that is stored', (address) => {
    expect(canonicalPhotoUrl(address)).toBe(`/objects/uploads/${id}.webp`);
  });

  it.each([
    '',
    'x',
    `/objects/uploads/${id}.jpg`,
    `/objects/uploads/${id}.webp/../x`,
    `/other/objects/uploads/${id}.webp`,
    `javascript:/objects/uploads/${id}.webp`,
    `/objects/uploads/${id.replace('-7', '-4')}.webp`,
  ])('%j stays as it is, and is none', (address) => {
    expect(canonicalPhotoUrl(address)).toBe(address);
    expect(parsePhotoId(address)).toBeNull();
  });

  it('are made canonical from any text, or leave it unchanged', () => {
    fc.assert(
      fc.property(fc.string(), fc.uuid({ version: 7 }), fc.webUrl(), (text, some, origin) => {
        const address = canonicalPhotoUrl(text);
        expect(address === text || parsePhotoId(address) !== null).toBe(true);
        expect(parsePhotoId(canonicalPhotoUrl(`${new URL(origin).origin}/objects/upload/${some}`))).toBe(
          some,
        );
        expect(parsePhotoId(photoUrl(some))).toBe(some);
      }),
    );
  });
});
