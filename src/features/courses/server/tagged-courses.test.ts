import { describe, expect, it } from 'vitest';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld();

const app = () => world.app;
const get = async (path: string) => (await world.app.visitor().get(path)).body;
const codesOf = async (query: string): Promise<string[]> =>
  (await get(`/api/courses${query}`)).map(({ code }: { code: string }) => code);

describe('a course that only listings name', () => {
  it('is a course without title and books, as long as a listing is tagged with it', async () => {
    const { id } = await world.createBook({ isbn: null, courses: ['psych-101'] });
    for (const code of ['PSYCH101', 'Psych%20101'])
      expect(await get(`/api/courses/${code}`)).toEqual({
        code: 'PSYCH 101',
        title: null,
        term: null,
        books: [],
        earlierBooks: [],
      });
    expect(await world.listTitles('?course=psych101')).toHaveLength(1);
    expect(await codesOf('?search=psych101')).toEqual([]);
    await world.seller.patch(`/api/books/${id}`, { isSold: true });
    expect((await app().visitor().get('/api/courses/PSYCH101')).status).toBe(404);
  });

  it('is its code, however a seller writes it, and not among the courses that are suggested', async () => {
    await world.createBook({ isbn: null, courses: ['pay at evil.com/1 now'] });
    expect(await get('/api/courses/payatevilcom1now')).toMatchObject({ code: 'PAYATEVILCOM 1NOW' });
    await world.createBook({ isbn: null, courses: ['pay at evil.com/1 now'] }, world.buyer);
    expect(await codesOf('?search=payat')).toEqual([]);
    expect((await app().visitor().get('/api/courses/payatevilcomnow')).status).toBe(404);
  });

  it('is found by its code beside the listings that have the words, which come first', async () => {
    const search = async (query: string) => world.listTitles(`?search=${query}`);
    await world.createBook({ isbn: null, title: 'Mind and Behavior', courses: ['psych 101'], price: 900 });
    expect(await search('Psych-101')).toEqual(['Mind and Behavior']);
    app().clock.advance({ seconds: 1 });
    await world.createBook({ isbn: null, title: 'Psych 101 Notes', courses: ['Psych 101'], price: 500 });
    app().clock.advance({ seconds: 1 });
    await world.createBook({ isbn: null, title: 'Myths', courses: ['PSYCH101'], price: 700 });
    expect(await search('psych%20101')).toEqual(['Psych 101 Notes', 'Myths', 'Mind and Behavior']);
    expect(await search('psych%20101&sort=price')).toEqual(['Psych 101 Notes', 'Myths', 'Mind and Behavior']);
    expect(await search('psych%20101&minPrice=600')).toEqual(['Myths', 'Mind and Behavior']);
    expect(await search('psych%20101&subject=History')).toEqual([]);
    expect((await get('/api/books/count?search=psych101')).count).toBe(3);
  });

  it('does not take the place of books with these words', async () => {
    await world.createBook({ isbn: null, title: 'Free Money', courses: ['1984'] });
    await world.createBook({ isbn: null, title: '1984' });
    expect(await world.listTitles('?search=1984')).toEqual(['1984', 'Free Money']);
  });
});
