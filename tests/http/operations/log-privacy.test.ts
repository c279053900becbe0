import { expect, it } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { recordLogLines } from '#tests/support/fakes/log-lines.ts';
import { TEST_PASSWORD, type TestClient } from '#tests/support/server/test-app.ts';
import { algorithms, TestWorld } from '#tests/support/server/test-world.ts';

/** Part of every text that users of this test enter. */
const MARK = 'zqx';
const USER_AGENT = `Mozilla/5.0 (${MARK})`;
const CLIENT_IP = '203.0.113.77';

/** A mail server that refuses each email with its recipient in the text, as real ones do. */
async function openRefusingMailServer(): Promise<{ url: string; close(): void }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(new Error(`550 <${address}> is unknown`)),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}

type Person = { client: TestClient; email: string };

/** What people do, with marked text in all of it. */
async function useProduct(world: TestWorld, [seller, buyer]: [Person, Person]): Promise<string[]> {
  const statuses: string[] = [];
  const send = async ({ client }: Person, method: string, path: string, body?: unknown) => {
    const headers = { 'user-agent': USER_AGENT, 'x-forwarded-for': CLIENT_IP };
    const reply = await client.send(method, path, body, headers);
    statuses.push(`${method} ${path.split(/[?/](?=[0-9a-f-]{36}|\?)/)[0]} ${reply.status}`);
    return reply.body;
  };
  const visitor = { client: world.app.visitor(), email: '' };
  const book = {
    ...algorithms,
    title: `${MARK} title`,
    description: `${MARK} text`,
    author: `${MARK} author`,
  };
  const { id: bookId } = (await send(seller, 'POST', '/api/books', book)) ?? {};
  await send(visitor, 'GET', `/api/books?search=${MARK}words&subject=${MARK}`);
  await send(visitor, 'GET', `/api/books/${MARK}`);
  await send(visitor, 'GET', `/${MARK}?search=${MARK}`);
  await send(buyer, 'PATCH', '/api/users/me', { firstName: `${MARK}name`, university: `${MARK} college` });
  const { id: conversationId } = (await send(buyer, 'POST', '/api/conversations', { bookId })) ?? {};
  const content = `${MARK} message`;
  await send(buyer, 'POST', '/api/messages', {
    conversationId,
    content,
    clientMessageId: crypto.randomUUID(),
  });
  await send(buyer, 'POST', '/api/reports', {
    kind: 'book',
    id: bookId,
    reason: 'fake',
    text: `${MARK} report`,
  });
  const support = { name: MARK, email: buyer.email, subject: `${MARK} subject`, message: `${MARK} help me` };
  await send(buyer, 'POST', '/api/support', support);
  await send(visitor, 'POST', '/api/auth/forgot-password', { email: buyer.email });
  await send(visitor, 'POST', '/api/auth/reset-password', {
    token: `${MARK}token`,
    newPassword: `${MARK} password`,
  });
  for (const password of [`${MARK} wrong`, TEST_PASSWORD])
    await send(visitor, 'POST', '/api/auth/sign-in/email', { email: buyer.email, password });
  await send(buyer, 'POST', '/api/auth/change-password', {
    currentPassword: MARK,
    newPassword: `${MARK} new`,
  });
  await send(buyer, 'POST', '/api/messages', `{"content": "${MARK}`);
  return statuses;
}

const hidden = ['books', 'messages', 'conversations', 'users', 'queued_emails', 'identity_users'];

/** Every statement about a user's text fails meanwhile. */
async function withoutTables<T>(world: TestWorld, work: () => Promise<T>): Promise<T> {
  const { pool } = world.app.database;
  for (const table of hidden) await pool.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
  world.clearCachedBooks();
  try {
    return await work();
  } finally {
    for (const table of hidden) await pool.query(`ALTER TABLE ${table}_gone RENAME TO ${table}`);
  }
}

it('no line of the log has a word of a user, an address or a secret, after any failure', async () => {
  const { logStream, lines } = recordLogLines();
  const mail = await openRefusingMailServer();
  const world = await TestWorld.open({
    logStream,
    variables: {
      LOG_LEVEL: 'trace',
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: mail.url,
      MAIL_FROM: 'BookSwap <bookswap@campus.example>',
      ADMIN_EMAILS: `admin.${MARK}@northfield.example`,
    },
  });
  const { app } = world;
  const join = async (name: string): Promise<Person> => {
    const email = `${MARK}.${name}@northfield.example`;
    return { email, client: await app.signedInClient(`Z${MARK.slice(1)} ${name}`, email) };
  };
  const people: [Person, Person] = [await join('Seller'), await join('Buyer')];
  const tokens = await Promise.all(people.map(({ client }) => client.token()));
  const socket = await people[0].client.connect();
  const worked = await useProduct(world, people);
  socket.send({ type: MARK, content: MARK });
  await socket.next('error');
  await app.app.context.jobs.runNow('send-email').catch(() => {});
  const failed = await withoutTables(world, () => useProduct(world, people));
  await app.stop();
  mail.close();

  expect(worked.filter((line) => / 20\d$/.test(line)).length).toBeGreaterThan(6);
  expect(failed.filter((line) => line.endsWith(' 500')).length).toBeGreaterThan(6);
  const messages = lines.map(({ msg }) => msg);
  expect(messages).toEqual(
    expect.arrayContaining(['request', 'request failed', 'security event', 'a job failed']),
  );
  const secrets = [MARK, CLIENT_IP, TEST_PASSWORD, ...tokens.map((token) => token!.slice(-30))];
  const telling = lines
    .map((line) => JSON.stringify(line))
    .filter((line) => secrets.some((secret) => line.toLowerCase().includes(secret.toLowerCase())));
  expect(telling).toEqual([]);
});

it('no line of the log has the code of a handover, right or wrong, also after a failure', async () => {
  const { logStream, lines } = recordLogLines();
  const world = await TestWorld.open({ logStream, variables: { LOG_LEVEL: 'trace' } });
  const reservation = await world.reserve((await world.createBook()).id);
  const [{ id: conversationId }] = (await world.buyer.get('/api/conversations')).body;
  const { code } = (await world.buyer.get(`/api/conversations/${conversationId}`)).body.reservation;
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const confirm = async (typed: string) =>
    (await world.seller.post(`/api/reservations/${reservation}/confirm`, { code: typed })).status;
  const failed = await withoutTables(world, () => confirm(code));
  const statuses = [failed, await confirm(`${wrong}.`), await confirm(wrong), await confirm(code)];
  await world.app.stop();

  expect(statuses).toEqual([500, 400, 409, 200]);
  // Times and ids may have the same digits.
  const codes = new RegExp(`(?<![0-9a-f.-])(${code}|${wrong})(?![0-9a-f-])`);
  expect(lines.map((line) => JSON.stringify(line)).filter((line) => codes.test(line))).toEqual([]);
});
