import { beforeEach, describe, expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import { insertBook } from '#features/books/server/public.ts';
import { bookWorks } from '#features/editions/server/public.ts';
import { listEdition, OTHER, SEVENTH } from '#tests/support/product/calculus-editions.ts';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { algorithms, useClearedTestWorld } from '#tests/support/server/test-world.ts';
import { addToCase } from '../cases/add-to-case.ts';
import { createAccountActions } from '../pauses/mount.ts';
import { showAllWaiting } from './show-all-waiting.ts';

const world = useClearedTestWorld({ variables: { APPROVE_FIRST_LISTING: '1' } });
let newcomer: TestClient;
let number = 0;

beforeEach(async () => {
  await world.app.database.pool.query('TRUNCATE cases CASCADE');
  newcomer = await world.app.signedInClient('Nell Newcomer', `nell.${(number += 1)}@northfield.edu`);
  await world.app.verifyEmails();
});

const jobs = (name: string) => world.app.app.context.jobs.runNow(name);
const approve = (person = newcomer) => {
  const { approveListings } = createAccountActions({ ...world.app.app.context, works: bookWorks });
  return world.app.database.transaction((tx) => approveListings(tx, person.id, world.app.clock.now()));
};
const listed = async () => {
  world.clearCachedBooks();
  return (await world.listTitles('')).toSorted();
};
const openCases = async () =>
  (
    await world.app.database.pool.query(
      "SELECT target_id FROM cases WHERE is_first_listing AND state <> 'closed'",
    )
  ).rows.map(({ target_id: id }) => id);

it('waits until a moderator has approved one, and all others of the account with it', async () => {
  const { id } = await world.createBook({ title: 'First' }, newcomer);
  await world.createBook({ title: 'Second' }, newcomer);
  expect(await listed()).toEqual([]);
  expect(await openCases()).toEqual([id]);
  expect((await approve()).length).toBe(2);
  expect(await listed()).toEqual(['First', 'Second']);
  await world.createBook({ title: 'Third' }, newcomer);
  expect(await listed()).toEqual(['First', 'Second', 'Third']);
});

it('keeps the alerts of those who want it until then, and tells the seller', async () => {
  const reader = world.buyer;
  await world.app.database.pool.query('TRUNCATE wanted_entries CASCADE');
  expect((await reader.post('/api/wanted', { isbn: '9780262046305' })).status).toBe(201);
  await world.createBook({}, newcomer);
  await jobs(AVAILABLE_BOOK_QUEUE);
  const unseen = async () => (await reader.get('/api/wanted/unseen')).body.unseen;
  expect(await unseen()).toBe(0);
  await approve();
  await jobs(AVAILABLE_BOOK_QUEUE);
  expect(await unseen()).toBe(1);
  await jobs('send-due-emails');
  const mails = await readOutbox(world.app, newcomer.id);
  expect(mails.filter((mail) => mail.includes('Your listings are approved'))).toHaveLength(1);
});

it('asks about the next listing once the first one is gone', async () => {
  const { id } = await world.createBook({ title: 'First' }, newcomer);
  const { id: second } = await world.createBook({ title: 'Second' }, newcomer);
  expect((await newcomer.delete(`/api/books/${id}`)).status).toBe(200);
  await jobs('ask-about-first-listings');
  await jobs('ask-about-first-listings');
  expect(await openCases()).toEqual([second]);
});

it('asks about one listing of a seller who posts and deletes', async () => {
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await world.createBook({ title }, newcomer);
    expect(await openCases()).toEqual([id]);
    expect((await newcomer.delete(`/api/books/${id}`)).status).toBe(200);
  }
  const { id } = await world.createBook({ title: 'Reported' }, newcomer);
  await world.app.database.transaction((tx) =>
    addToCase(tx, {
      target: { kind: 'book', id },
      userId: newcomer.id,
      kind: 'report-received',
      now: world.app.clock.now(),
    }),
  );
  await newcomer.delete(`/api/books/${id}`);
  const { id: next } = await world.createBook({ title: 'Next' }, newcomer);
  expect(new Set(await openCases())).toEqual(new Set([id, next]));
});

it('does not ask sellers who had a listing before', async () => {
  const listing = { listingDays: 120, works: bookWorks, firstListingHook: null, now: world.app.clock.now() };
  const fields = { ...algorithms, isbn: null, courses: [], conditionDetails: null, title: 'Old' };
  await world.app.database.transaction((tx) =>
    insertBook(tx, { ...listing, actorId: newcomer.id }, fields as never),
  );
  await world.createBook({ title: 'New' }, newcomer);
  expect(await listed()).toEqual(['New', 'Old']);
});

it('shows all that wait once the market asks for no approval', async () => {
  await world.createBook({ title: 'Waiting' }, newcomer);
  await jobs('ask-about-first-listings');
  expect(await listed()).toEqual([]);
  await showAllWaiting({ ...world.app.app.context, works: bookWorks });
  expect(await listed()).toEqual(['Waiting']);
});

it('asks about one listing when several are posted at once', async () => {
  const titles = ['One', 'Two', 'Three', 'Four'];
  await Promise.all(titles.map((title) => world.createBook({ title }, newcomer)));
  expect(await listed()).toEqual([]);
  expect(await openCases()).toHaveLength(1);
});

describe('a case of a listing that waits', () => {
  const team = async () => {
    const email = `mod.${number}@northfield.edu`;
    const moderator = await world.app.signedInClient('Ruth Ellery', email);
    await world.app.database.transaction((tx) => grantAdmin(tx, email));
    const caseId = async () => (await moderator.get('/api/staff/cases?only=first-listings')).body[0].id;
    const decide = async (kind: string) =>
      moderator.post(`/api/staff/cases/${await caseId()}/measures`, { kind, reason: 'spam' });
    return { moderator, caseId, decide };
  };

  it('is not closed without an approval or a measure', async () => {
    const { moderator, caseId } = await team();
    const { id } = await world.createBook({ title: 'First' }, newcomer);
    const found = await caseId();
    expect((await moderator.get(`/api/staff/cases/${found}`)).body.allowed).not.toContain('close');
    expect(await moderator.post(`/api/staff/cases/${found}/close`, { note: '' })).toMatchObject({
      status: 409,
      body: { code: 'first-listing-waiting' },
    });
    expect(await openCases()).toEqual([id]);
    await newcomer.delete(`/api/books/${id}`);
    expect((await moderator.post(`/api/staff/cases/${found}/close`, { note: '' })).status).toBe(200);
  });

  it('is asked again after a warning, and once the listing is no longer hidden', async () => {
    const { moderator, caseId, decide } = await team();
    const { id } = await world.createBook({ title: 'First' }, newcomer);
    expect((await decide('warn')).status).toBe(201);
    await jobs('ask-about-first-listings');
    expect(await openCases()).toEqual([id]);
    const { body: found } = await moderator.get(`/api/staff/cases/${await caseId()}`);
    expect(found).toMatchObject({ measures: [{ kind: 'warn' }], book: { isWaiting: true } });
    const { body: measure } = await decide('hide');
    await jobs('ask-about-first-listings');
    expect(await openCases()).toEqual([]);
    expect((await moderator.post(`/api/staff/measures/${measure.id}/lift`, { note: '' })).status).toBe(200);
    await jobs('ask-about-first-listings');
    expect(await openCases()).toEqual([id]);
  });
});

it('says what its ISBN is once it is approved', async () => {
  const editions = async () =>
    (
      await world.app.database.pool.query<{ isbn: string }>(
        'SELECT isbn FROM work_editions JOIN (SELECT work_id FROM work_editions WHERE isbn = $1) work USING (work_id) ORDER BY isbn',
        [SEVENTH],
      )
    ).rows.map(({ isbn }) => isbn);
  await world.app.database.pool.query('TRUNCATE work_editions');
  const other = await world.app.signedInClient('Olga Other', `olga.${number}@northfield.edu`);
  await world.app.verifyEmails();
  await listEdition(other, SEVENTH, 'Calculus, 7th Edition');
  await approve(other);
  await listEdition(newcomer, OTHER, 'Calculus, 9th Edition');
  expect(await editions()).toEqual([SEVENTH]);
  await approve();
  expect(await editions()).toEqual([SEVENTH, OTHER]);
});
