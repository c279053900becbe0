import { expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import { useTestWorld } from '#tests/support/server/test-world.ts';

const world = useTestWorld({
  variables: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'books@northfield.example' },
});

const ISBN = '9780262046305';

it('counts only verified mailboxes where emails are sent: addresses can be invented', async () => {
  const invented = await Promise.all(['Una', 'Ula', 'Uri'].map((name) => world.app.signedInClient(name)));
  for (const user of [world.buyer, ...invented]) await user.post('/api/wanted', { isbn: ISBN });
  const students = async (path: string) =>
    (await world.seller.get(`/api/wanted/students${path}`)).body.students;
  expect(await students(`?isbn=${ISBN}`)).toBe(1);
  const { id } = await world.createBook({ isbn: ISBN });
  await world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
  expect(await students(`/${id}`)).toBe(1);
  expect((await invented[0]!.get('/api/wanted/unseen')).body.unseen).toBe(1);
});
