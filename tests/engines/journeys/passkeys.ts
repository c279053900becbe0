import { freePort } from '#tests/support/server/free-port.ts';
import { PASSWORD } from '../support/student.ts';
import type { Journeys } from '../support/world.ts';

/** Variables of the server of these journeys: browsers have passkeys on names alone, and bind them to the address. */
export const onLocalhost = async (): Promise<Record<string, string>> => ({
  PUBLIC_URL: `http://localhost:${await freePort()}`,
});

export const passkeyJourneys: Journeys = {
  'a student adds a passkey, signs in with it, and deletes it': async ({ phone, student, authenticator }) => {
    await authenticator();
    const his = await phone(await student('Robin Reader'));
    await his.open('/account-settings');
    await his.tap('button', 'Add a passkey');
    await his.type('Name', 'Phone');
    await his.type('Current Password', PASSWORD);
    await his.tap('button', 'Add');
    await his.see('button', 'Rename Phone');

    await his.open('/profile');
    await his.tap('button', 'Sign Out');
    await his.at('/');
    await his.open('/sign-in');
    await his.tap('button', 'Sign in with a passkey');
    await his.at('/');
    await his.see('link', 'Profile');

    await his.open('/account-settings');
    await his.tap('button', 'Delete Phone');
    await his.tap('button', 'Delete');
    await his.gone('button', 'Delete Phone');
  },
};

export const noPasskeyJourneys: Journeys = {
  'a browser without passkeys offers none, and the password goes on to work': async ({ phone, student }) => {
    const robin = await student('Robin Reader');
    const his = await phone();
    await his.open('/sign-in');
    await his.untilTrue('no passkeys', "return !('PublicKeyCredential' in window)");
    await his.type('Email', robin.email);
    await his.type('Password', PASSWORD);
    await his.gone('button', 'Sign in with a passkey');
    await his.press('Enter');
    await his.at('/');
    await his.see('link', 'Profile');
    await his.open('/account-settings');
    await his.see('This device');
    await his.gone('heading', 'Passkeys');
    await his.gone('button', 'Add a passkey');
  },
};
