import { expect, it } from 'vitest';
import { algorithms, useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld();

const everything = {
  highlighting: 'some',
  notes: 'none',
  accessCode: 'not included',
  flaws: ['loose pages', 'missing pages', 'water damage', 'cover damage'],
  isInternationalEdition: true,
  isInstructorCopy: true,
};

const read = async (id: string) =>
  (await world.app.visitor().get(`/api/books/${id}`)).body.conditionDetails as unknown;

it('are told to everybody as the seller gives them', async () => {
  const book = await world.createBook({ conditionDetails: everything });
  expect(book.conditionDetails).toEqual(everything);
  expect(await read(book.id)).toEqual(everything);
  expect(await world.listBooks()).toMatchObject([{ conditionDetails: everything }]);
});

it('are null if the seller says nothing: absent, null, an empty list and false are the same', async () => {
  for (const conditionDetails of [
    undefined,
    null,
    {},
    { highlighting: null, flaws: [], isInternationalEdition: false },
  ]) {
    const book = await world.createBook({ conditionDetails });
    expect(book.conditionDetails).toBeNull();
  }
});

it('are replaced as a whole by an edit that names them, and kept by any other', async () => {
  const { id } = await world.createBook({ conditionDetails: everything });
  const edit = async (changes: object) => (await world.seller.patch(`/api/books/${id}`, changes)).body;
  expect(await edit({ price: 100 })).toMatchObject({ conditionDetails: everything });
  expect(await edit({ isSold: true })).toMatchObject({ conditionDetails: everything });
  expect((await edit({ conditionDetails: { accessCode: 'unused' } })).conditionDetails).toEqual({
    accessCode: 'unused',
  });
  expect(await edit({ conditionDetails: null })).toMatchObject({ conditionDetails: null });
  expect(await read(id)).toBeNull();
});

it('refuse unknown values and keys', async () => {
  for (const conditionDetails of [
    'some',
    { highlighting: 'a lot' },
    { accessCode: 'not_included' },
    { flaws: ['coffee'] },
    { flaws: Array.from({ length: 5 }, () => 'loose pages') },
    { isInstructorCopy: 'yes' },
    { smell: 'none' },
  ]) {
    const response = await world.seller.post('/api/books', { ...algorithms, conditionDetails });
    expect(response).toMatchObject({ status: 400 });
    expect(response.body.errors[0].path).toMatch(/^conditionDetails/);
  }
});

it('are part of the export', async () => {
  await world.createBook({ conditionDetails: { notes: 'heavy' } });
  const { body } = await world.seller.get('/api/users/me/export');
  expect(body.listings).toMatchObject([{ conditionDetails: { notes: 'heavy' } }]);
});

it('go with all else but the title, some time after the listing was deleted', async () => {
  const { id } = await world.createBook({ courses: ['MATH 101'], conditionDetails: { notes: 'heavy' } });
  await world.seller.delete(`/api/books/${id}`);
  world.app.clock.advance({ days: 1 });
  await world.app.app.context.jobs.runNow('purge-deleted-books');
  const { rows } = await world.app.database.pool.query(
    `SELECT title, images, courses, course_codes, description, condition_details FROM books WHERE id = $1`,
    [id],
  );
  expect(rows).toEqual([
    {
      title: 'Introduction to Algorithms, 4th Edition',
      images: [],
      courses: [],
      course_codes: [],
      description: null,
      condition_details: null,
    },
  ]);
});
