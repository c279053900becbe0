import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#features/conversations/contract.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { usePushWorld, type PushWorld } from '#tests/support/product/push-world.ts';
import { readOutbox } from '#tests/support/product/read-outbox.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import type { TestWorld } from '#tests/support/server/test-world.ts';

let push: PushWorld;
let world: TestWorld;
let bookId: string;
let conversationId: string;
usePushWorld((opened) => (push = opened), { CAMPUS_LANGUAGES: 'en,es,de,ar' });
beforeAll(() => {
  world = push.world;
});
beforeEach(async () => {
  await world.clear();
  bookId = (await world.createBook({ title: 'Calculus', price: 5_400 })).id;
  conversationId = await world.openConversation(bookId);
});

/** An argument in a text from right to left. */
const isolated = (text: string) => `\u2068${text}\u2069`;
const offer = async (amount = 4_800) =>
  (
    await world.buyer.post(`/api/conversations/${conversationId}/offers`, {
      amount,
      clientMessageId: randomUUID(),
    })
  ).body.id as string;
const readAs = async (user: TestClient, language: Language, path: string) =>
  (await user.send('GET', path, undefined, { 'accept-language': language })).body;
const lastLine = async (user: TestClient, language: Language): Promise<string> => {
  const [newest]: Message[] = (
    await readAs(user, language, `/api/conversations/${conversationId}/messages`)
  ).toReversed();
  return newest!.content;
};
const query = (text: string, values: unknown[]) => world.app.database.pool.query(text, values);

describe('an email', () => {
  const texts = {
    es: ['Subject: Tienes un mensaje sin leer en BookSwap', 'Hola, Priya Raman:', 'sobre «Calculus»'],
    de: ['Subject: Du hast eine ungelesene Nachricht bei BookSwap', 'Hallo Priya Raman,', 'zu „Calculus“'],
    ar: [
      'Subject: لديك رسالة غير مقروءة في BookSwap',
      `مرحبًا ${isolated('Priya Raman')}،`,
      `بشأن «${isolated('Calculus')}»`,
    ],
  };

  it.each(['es', 'de', 'ar'] as const)(
    'of a job is in the language that its reader has chosen: %s',
    async (language) => {
      await world.seller.patch('/api/users/me', { language });
      await world.seller.patch('/api/users/me/notifications', { mailMessages: true });
      await world.sendMessage(conversationId, 'Hello');
      world.app.clock.advance({ minutes: 61 });
      await world.app.app.context.jobs.runNow('send-due-emails');
      const mail = (await readOutbox(world.app, world.seller.id)).at(-1)!;
      for (const text of texts[language]) expect(mail).toContain(text);
      expect(mail).toMatch(
        new RegExp(`^http://\\S+/conversation/${conversationId}\\?from=notification$`, 'm'),
      );
    },
  );

  it.each([
    ['es', 'Confirma tu correo para BookSwap'],
    ['de', 'Bestätige deine E-Mail-Adresse für BookSwap'],
    ['ar', 'تأكيد البريد الإلكتروني في BookSwap'],
  ] as const)(
    'with a link is in the language of the page that asked for it: %s',
    async (language, subject) => {
      const email = `${randomUUID()}@northfield.example`;
      const person = { name: 'Ida', email, password: 'correct horse' };
      const reply = await world.app
        .visitor()
        .send('POST', '/api/auth/sign-up/email', person, { 'accept-language': language });
      expect(reply.status).toBe(200);
      const { rows } = await query('SELECT subject, body FROM queued_emails WHERE recipient = $1', [email]);
      expect(rows).toEqual([
        { subject, body: expect.stringMatching(/^http:\S+\/verify-email\?token=\S+$/m) },
      ]);
    },
  );

  it('about a password is in the language that its owner has chosen, not in that of who asks', async () => {
    const email = `${randomUUID()}@northfield.example`;
    const owner = world.app.visitor();
    await owner.signUp('Ida', email);
    const askInGerman = async () => {
      const headers = { 'accept-language': 'de' };
      await world.app.visitor().send('POST', '/api/auth/forgot-password', { email }, headers);
      const { rows } = await query(
        "SELECT subject FROM queued_emails WHERE recipient = $1 AND body LIKE '%reset-password%'",
        [email],
      );
      return rows.map(({ subject }) => subject as string);
    };
    await owner.patch('/api/users/me', { language: 'es' });
    // An email that is not confirmed may be another person's, and so the choice.
    expect(await askInGerman()).toEqual(['Setze dein BookSwap-Passwort zurück']);
    await query('DELETE FROM queued_emails WHERE recipient = $1', [email]);
    world.app.clock.advance({ hours: 2 });
    await query('UPDATE identity_users SET email_verified = true WHERE email = $1', [email]);
    expect(await askInGerman()).toEqual(['Restablece tu contraseña de BookSwap']);
  });

  it('from right to left has each address on a line', async () => {
    const email = `${randomUUID()}@northfield.example`;
    const person = { name: 'Ida', email, password: 'correct horse' };
    await world.app.visitor().send('POST', '/api/auth/sign-up/email', person, { 'accept-language': 'ar' });
    const { rows } = await query('SELECT body FROM queued_emails WHERE recipient = $1', [email]);
    const lines = (rows[0].body as string).split('\n').filter((line) => line.includes('://'));
    expect(lines.map((line) => line.replace(/^http:\/\/\S+$/, 'address'))).toEqual(
      lines.map(() => 'address'),
    );
  });
});

describe('a push', () => {
  it('is in the language of each device, and of the account where the device has none', async () => {
    await world.seller.patch('/api/users/me', { language: 'de' });
    const devices = {
      es: await push.addDevice(world.seller, 'es'),
      ar: await push.addDevice(world.seller, 'ar'),
      de: await push.addDevice(world.seller, 'en'),
    };
    await query('UPDATE push_subscriptions SET language = NULL WHERE endpoint = $1', [devices.de.endpoint]);
    await offer();
    const bodies = () =>
      Object.fromEntries(
        Object.entries(devices).map(([language, { received }]) => [language, received[0]?.body]),
      );
    await expect.poll(bodies).toEqual({
      es: 'Oferta: $48.00',
      de: 'Angebot: 48,00 $',
      ar: expect.stringMatching(/^عرض: .*48\.00.*$/),
    });
  });
});

describe('a line of a conversation', () => {
  it('is worded for each of the two, in the conversation and in their lists', async () => {
    const id = await offer();
    await world.seller.post(`/api/offers/${id}/accept`, {});
    expect(await lastLine(world.buyer, 'es')).toBe('Aceptó la oferta de $48.00');
    expect(await lastLine(world.seller, 'de')).toBe('Hat das Angebot über 48,00\u00a0$ angenommen');
    expect(await lastLine(world.seller, 'en')).toBe('Accepted the offer of $48.00');
    const inList = async (user: TestClient, language: Language) =>
      (await readAs(user, language, `/api/conversations?bookId=${bookId}`))[0].lastMessage.content;
    expect(await inList(world.buyer, 'es')).toBe('Aceptó la oferta de $48.00');
    expect(await inList(world.seller, 'de')).toBe('Hat das Angebot über 48,00\u00a0$ angenommen');
  });

  it('has its facts in lists, with which a page words it', async () => {
    const id = await offer();
    const { lastMessage } = await readAs(world.seller, 'en', `/api/conversations/${conversationId}`);
    expect(lastMessage.line).toEqual({ event: null, offer: { amount: 4_800 }, meeting: null });
    await world.seller.post(`/api/offers/${id}/accept`, {});
    const accepted = await readAs(world.seller, 'en', `/api/conversations/${conversationId}`);
    expect(accepted.lastMessage.line).toMatchObject({ event: { kind: 'reserved', acceptedPrice: 4_800 } });
  });

  it('tells a meeting with the day and time of the campus, and its place as it was written', async () => {
    await world.sendMessage(conversationId, 'Is it still available?');
    await world.seller.post(`/api/conversations/${conversationId}/reservations`, {});
    const day = new Date(world.app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    const meeting = { day, time: '14:00', place: 'Library entrance', clientMessageId: randomUUID() };
    const reply = await world.buyer.post(`/api/conversations/${conversationId}/meetings`, meeting);
    expect([reply.status, reply.body.code]).toEqual([200, undefined]);
    expect(await lastLine(world.seller, 'es')).toMatch(
      /^Encuentro: \S+, \d+ de \S+, 2:00 p\.m\., Library entrance$/,
    );
    expect(await lastLine(world.buyer, 'de')).toMatch(/^Treffen: \S+, \d+\. \S+, 14:00.*, Library entrance$/);
  });

  it('of the version before is worded, too; one without facts stays as it was written', async () => {
    const id = await offer();
    await query("UPDATE messages SET content = 'Offer: $48' WHERE id = $1", [id]);
    await query("UPDATE conversations SET last_message_content = 'Offer: $48' WHERE id = $1", [
      conversationId,
    ]);
    expect(await lastLine(world.buyer, 'de')).toBe('Angebot: 48,00\u00a0$');
    await query('DELETE FROM offers WHERE id = $1', [id]);
    expect(await lastLine(world.buyer, 'de')).toBe('Offer: $48');
    const { lastMessage } = await readAs(world.buyer, 'de', `/api/conversations/${conversationId}`);
    expect(lastMessage.content).toBe('Offer: $48');
  });

  it('is in the export in the language of the one who asks for it', async () => {
    await offer();
    const exported = await readAs(world.buyer, 'es', '/api/users/me/export');
    expect(exported.conversations[0].messages.at(-1).content).toBe('Oferta: $48.00');
  });
});
