import { afterAll, beforeAll, expect, it } from 'vitest';
import { busResumed } from '#platform/server/events/event-bus.ts';
import { TestApp } from '../support/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

const email = 'maya@northfield.example';

/** A browser, by default of Maya: its token and its authenticated socket. */
async function signIn(password: string, address = email) {
  const signedIn = await fetch(`${app.address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: address, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const renew = async () => {
    const answer = await fetch(`${app.address}/api/auth/token`, { headers: { cookie } });
    return answer.ok ? ((await answer.json()) as { token: string }).token : null;
  };
  const connect = async () => {
    const socket = await app.openSocket();
    socket.send({ type: 'auth', token: await renew() });
    await socket.next('auth_success');
    return socket;
  };
  const signOut = () => fetch(`${app.address}/api/auth/sign-out`, { method: 'POST', headers: { cookie } });
  return { token: (await renew())!, renew, connect, signOut, socket: await connect() };
}

it('signing out closes the socket at once, and so does exceeding the session limit', async () => {
  const browsers = [];
  await app.visitor().signUp('Maya', email);
  for (let time = 0; time < 2; time += 1) browsers.push(await signIn('correct horse'));
  const [here, there] = browsers as [(typeof browsers)[0], (typeof browsers)[0]];
  expect((await here.signOut()).status).toBe(200);
  expect(await here.socket.next('error')).toMatchObject({ code: 'invalid-token' });
  expect((await here.socket.closed).code).toBe(1008);
  expect((await there.socket.closed).code).toBe(1008);
  const again = await there.connect();
  // The limit is twenty sessions; this many newer ones exceed it.
  await app.database.pool.query("UPDATE identity_sessions SET created_at = created_at - interval '2 hours'");
  await app.database.pool.query(
    `INSERT INTO identity_sessions (id, user_id, token, expires_at, created_at, updated_at)
     SELECT gen_random_uuid(), user_id, gen_random_uuid(), expires_at, created_at + interval '1 hour', updated_at
     FROM identity_sessions, generate_series(1, 20) LIMIT 20`,
  );
  await signIn('correct horse');
  expect((await again.closed).code).toBe(1008);
  expect(await there.renew()).toBeNull();
});

it('a changed password closes the sockets at once: this device reconnects, the others do not', async () => {
  const daniel = await app.signedInClient('Daniel');
  const bystander = await daniel.connect();

  const here = await signIn('correct horse');
  const there = await signIn('correct horse');
  const changed = await app
    .visitor()
    .send(
      'POST',
      '/api/auth/change-password',
      { currentPassword: 'correct horse', newPassword: 'another horse' },
      { authorization: `Bearer ${here.token}` },
    );
  expect(changed.status).toBe(200);
  for (const { socket } of [here, there]) {
    expect(await socket.next('error')).toMatchObject({ code: 'invalid-token' });
    expect((await socket.closed).code).toBe(1008);
  }
  await here.connect();
  expect(await there.renew()).toBeNull();
  const again = await app.openSocket();
  again.send({ type: 'auth', token: there.token });
  expect(await again.next('error')).toMatchObject({ code: 'invalid-token' });
  await bystander.settled();
});

it('a revocation that was missed closes the socket once the events are back, and only that one', async () => {
  const noor = 'noor@northfield.example';
  await app.visitor().signUp('Noor', noor);
  const [here, there] = [await signIn('correct horse', noor), await signIn('correct horse', noor)];
  const { sid } = JSON.parse(Buffer.from(here.token.split('.')[1]!, 'base64url').toString());
  await app.database.pool.query('DELETE FROM identity_sessions WHERE id = $1', [sid]);
  await here.socket.settled();
  const { events } = app.app.context;
  events.publish(busResumed, { since: app.clock.now().toISOString() });
  expect(await here.socket.next('error')).toMatchObject({ code: 'invalid-token' });
  expect((await here.socket.closed).code).toBe(1008);
  await there.socket.next('missed');
  await there.socket.settled();
});

it('an unused token does not create a user once its session has ended', async () => {
  const signedUp = await fetch(`${app.address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Kim', email: 'kim@northfield.example', password: 'correct horse' }),
  });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const answer = await fetch(`${app.address}/api/auth/token`, { headers: { cookie } });
  const { token } = (await answer.json()) as { token: string };
  await fetch(`${app.address}/api/auth/sign-out`, { method: 'POST', headers: { cookie } });
  const book = { title: 'Campbell Biology', author: 'Lisa A. Urry', condition: 'Good', price: 100 };
  const listed = await app.visitor().send('POST', '/api/books', book, { authorization: `Bearer ${token}` });
  expect([listed.status, listed.body.code]).toEqual([401, 'invalid-token']);
  const socket = await app.openSocket();
  socket.send({ type: 'auth', token });
  expect(await socket.next('error')).toMatchObject({ code: 'invalid-token' });
  const made = "SELECT FROM users WHERE email = 'kim@northfield.example'";
  expect((await app.database.pool.query(made)).rowCount).toBe(0);
});
