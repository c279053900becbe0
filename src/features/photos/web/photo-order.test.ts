import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { photoUrl } from '../rules.ts';
import { insertPhoto, movePhoto } from './photo-order.ts';
import { photoSources, photoThumbnail } from './photo-url.ts';
import { formatFileSize } from './upload-labels.ts';

describe('the order of photos', () => {
  it('is that in which the files were chosen, whichever arrives first', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 }), (arriving) => {
        const turnOf = (url: string) => ({ a: 1, b: 2, c: 3, d: 4, e: 5 })[url];
        const urls = arriving.reduce((list, url) => insertPhoto(list, url, turnOf), ['draft']);
        expect(urls).toEqual(['draft', ...arriving.toSorted()]);
      }),
    );
  });

  it('keeps what is there already', () => {
    expect(insertPhoto(['x', 'y'], 'x', () => 1)).toEqual(['x', 'y']);
  });

  it('changes by moving one', () => {
    expect(movePhoto(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
    expect(movePhoto(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(movePhoto(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
    expect(movePhoto(['a', 'b'], 'gone', 0)).toEqual(['a', 'b']);
  });
});

describe('what an image needs', () => {
  it('is every size of a photo of ours', () => {
    const url = photoUrl('0198c0de-1234-7abc-8def-0123456789ab');
    expect(photoSources(url)).toEqual({
      src: `${url}?w=800`,
      srcSet: `${url}?w=240 240w, ${url}?w=800 800w, ${url}?w=1600 1600w`,
    });
    expect(photoThumbnail(url)).toBe(`${url}?w=240`);
  });

  it('is any other address as it is', () => {
    expect(photoSources('/covers/a.png')).toEqual({ src: '/covers/a.png' });
    expect(photoThumbnail('/covers/a.png')).toBe('/covers/a.png');
  });
});

it('writes sizes for people', () => {
  expect([1, 640_000, 1_000_000, 3_400_000].map(formatFileSize)).toEqual([
    '1 KB',
    '640 KB',
    '1.0 MB',
    '3.4 MB',
  ]);
});
