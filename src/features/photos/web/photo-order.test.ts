import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { photoUrl } from '../stored-photo.ts';
import { insertPhoto, movePhoto } from './photo-order.ts';
import { photoSources, photoThumbnail } from './photo-url.ts';
import { formatFileSize } from './format-file-size.ts';

describe('the order of photos', () => {
  it('follows the order in which the files were chosen, not that of their completion', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 }), (arriving) => {
        const turnOf = (url: string) => ({ a: 1, b: 2, c: 3, d: 4, e: 5 })[url];
        const urls = arriving.reduce((list, url) => insertPhoto(list, url, turnOf), ['draft']);
        expect(urls).toEqual(['draft', ...arriving.toSorted()]);
      }),
    );
  });

  it('keeps existing photos first', () => {
    expect(insertPhoto(['x', 'y'], 'x', () => 1)).toEqual(['x', 'y']);
  });

  it('changes by moving one photo', () => {
    expect(movePhoto(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
    expect(movePhoto(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(movePhoto(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
    expect(movePhoto(['a', 'b'], 'gone', 0)).toEqual(['a', 'b']);
  });
});

describe('the sources of an image', () => {
  it('contain every size of a stored photo', () => {
    const url = photoUrl('0198c0de-1234-7abc-8def-0123456789ab');
    expect(photoSources(url)).toEqual({
      src: `${url}?w=800`,
      srcSet: `${url}?w=240 240w, ${url}?w=800 800w, ${url}?w=1600 1600w`,
    });
    expect(photoThumbnail(url)).toBe(`${url}?w=240`);
  });

  it('contain any other address unchanged', () => {
    expect(photoSources('/covers/a.png')).toEqual({ src: '/covers/a.png' });
    expect(photoThumbnail('/covers/a.png')).toBe('/covers/a.png');
  });
});

it('format file sizes', () => {
  expect([1, 640_000, 1_000_000, 3_400_000].map(formatFileSize)).toEqual([
    '1 KB',
    '640 KB',
    '1.0 MB',
    '3.4 MB',
  ]);
});
