import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { renderScreen, shows } from '#tests/support/components/render-screen.tsx';
import { robin, sampleConversation, sampleMessage, uuid } from '#tests/support/components/sample-data.ts';
import { localeOfTests, testMarket } from '#tests/support/test-market.ts';
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { provideLocale, renderIn } from '#platform/shared/texts/locale.ts';
import { Time } from '#ui/display/time.tsx';

const AT = Date.UTC(2026, 10, 18, 14, 5);
const german = createLocaleOf({ ...testMarket, region: 'DE', timeZone: 'Europe/Berlin' })('de');

afterEach(() => provideLocale(localeOfTests));

test.each(['full', 'message', 'clock'] as const)(
  'a time as %s is in the zone of the market, then in the reader’s, whatever the server wrote',
  async (form) => {
    const time = <Time at={AT} now={AT} form={form} />;
    const markup = renderIn(german, () => renderToString(time));
    expect(markup).toContain('15:05');
    const container = document.createElement('div');
    // As a server with other data of Unicode writes it.
    container.innerHTML = markup.replaceAll('15:05', '15.05\u202fUhr');
    provideLocale(() => german);
    const errors: unknown[] = [];
    const root = hydrateRoot(container, time, { onRecoverableError: (error) => errors.push(error) });
    await waitFor(() => expect(container.textContent).toMatch(/14:05$/));
    const shown = container.querySelector('time')!;
    document.body.append(container);
    act(() => void fireEvent.pointerEnter(shown));
    expect(shown.title).toBe('18. November 2026, 14:05');
    expect(errors).toEqual([]);
    act(() => root.unmount());
    container.remove();
  },
);

test.each([
  ['UTC', /2:00 PM(?! UTC)/],
  ['Africa/Abidjan', /2:00 PM(?! GMT)/],
  ['America/New_York', /2:00 PM EST/],
])('a meeting in %s names its time zone if the device has another time', async (timeZone, time) => {
  const startsAt = `2027-01-20T${timeZone === 'America/New_York' ? '19' : '14'}:00:00.000Z`;
  const meeting = {
    id: uuid(40),
    place: 'Library entrance',
    hint: null,
    startsAt,
    endsAt: startsAt.replace(':00:00', ':59:00'),
    timeZone,
    action: 'proposed' as const,
    state: 'proposed' as const,
    endedById: null,
    wasAccepted: false,
  };
  renderScreen(`/conversation/${uuid(20)}`, {
    user: robin,
    'GET /api/users/me/deals': [],
    'GET /api/conversations': [sampleConversation()],
    'GET /api/conversations/:id': sampleConversation(),
    'GET /api/conversations/:id/messages': [sampleMessage({ messageType: 'meeting', meeting })],
  });
  await shows(time);
  expect(await screen.findByRole('article', { name: /^Meeting, Library entrance, / })).toBeDefined();
});
