import { expect } from 'vitest';
import { until } from '#tests/cluster/support/until.ts';
import { newEmail, PASSWORD } from '../support/student.ts';
import type { Phone } from '../support/phone.ts';
import type { Journeys } from '../support/world.ts';

async function signUp(phone: Phone, email: string): Promise<void> {
  await phone.type('Name', 'Nina Newcomer');
  await phone.type('Email', email);
  await phone.type('Password', PASSWORD);
  await phone.tap('button', 'Sign Up');
}

export const accountJourneys: Journeys = {
  'a visitor signs up and confirms the email': async ({ phone, mailedPath }) => {
    const email = newEmail();
    const hers = await phone();
    await hers.open('/sign-in');
    await hers.tap('link', 'Sign Up');
    await hers.see('heading', 'Sign Up');
    await signUp(hers, email);
    await hers.at('/');
    await hers.see('link', 'Profile');
    await hers.open(await mailedPath(email, 'verify-email'));
    await hers.see('heading', 'Your email is confirmed');
  },

  'a student signs in, stays signed in, and signs out': async ({ phone, student }) => {
    const robin = await student('Robin Reader');
    const his = await phone();
    await his.open('/');
    await his.see('link', 'Favorites, sign in first');
    await his.open('/sign-in');
    await his.type('Email', robin.email);
    await his.type('Password', PASSWORD);
    await his.press('Enter');
    await his.at('/');
    // As Safari does after seven days without a visit.
    await his.run('localStorage.clear(); sessionStorage.clear()');
    await his.open('/profile');
    await his.see('Robin Reader');
    await his.tap('button', 'Sign Out');
    await his.at('/');
    await his.see('button', 'Sign In');
    await his.open('/');
    await his.see('link', 'Favorites, sign in first');
  },

  'an emailed link replaces a forgotten password': async ({ phone, student, mailedPath }) => {
    const { email } = await student();
    const hers = await phone();
    await hers.open('/sign-in');
    await hers.tap('link', 'Forgot password?');
    await hers.type('Email', email);
    await hers.tap('button', 'Send reset link');
    await hers.see(`If there's an account with ${email}, we've emailed the link.`);
    await hers.open(await mailedPath(email, 'reset-password'));
    await hers.type('New Password', 'a-second-password');
    await hers.type('Confirm New Password', 'a-second-password');
    await hers.tap('button', 'Change Password');
    await hers.at('/');
    await hers.see('link', 'Profile');
  },

  'a profile is changed and keeps the change': async ({ phone, student }) => {
    const his = await phone(await student('Robin Reader'));
    await his.open('/profile');
    await his.type('Name', 'Robin Writer');
    await his.type('University', 'Northfield University');
    await his.tap('button', 'Save changes');
    await his.see('Profile saved');
    await his.see('heading', 'Robin Writer');
    await his.open('/profile');
    await his.see('heading', 'Robin Writer');
  },

  'account settings are changed, and end the sessions': async ({ phone, student }) => {
    const robin = await student('Robin Reader');
    const his = await phone(robin);
    await his.open('/account-settings');
    await his.tap('radio', /^Not at all/);
    const settings = () => robin.call<{ mailWanted: string }>('GET', '/api/users/me/notifications');
    await until('the choice', async () => (await settings()).mailWanted === 'off', 10_000);
    await his.see('This device');
    await his.tap('button', 'Sign out everywhere');
    await his.see('including this one');
    // Requests that are on their way are refused.
    his.relay.allow(/^401 /);
    await his.tap('button', 'Sign Out');
    await his.at('/');
    await his.see('button', 'Sign In');
  },

  'each page of an account has one main part and one heading': async ({ phone, student }) => {
    const his = await phone(await student());
    const ends = {
      '/profile': 'Sign Out',
      '/subscribe': 'BookSwap Premium',
      '/account-settings': 'Delete my account',
    };
    for (const [path, end] of Object.entries(ends)) {
      await his.visit(path);
      // Also for a moment only.
      await his.run(`const count = (name) => document.querySelectorAll(name).length;
        document.most = [0, 0];
        const look = () => { document.most = document.most.map((most, at) => Math.max(most, count(['main', 'h1'][at]))); };
        look();
        new MutationObserver(look).observe(document, { childList: true, subtree: true });`);
      await his.see(end);
      expect([path, ...(await his.run<number[]>('return document.most'))]).toEqual([path, 1, 1]);
    }
  },

  'a page that is left while it loads reports nothing': async ({ phone, student }) => {
    const his = await phone(await student());
    for (const path of ['/', '/messages', '/profile', '/favorites', '/add-listing', '/'])
      await his.visit(path);
    await his.open('/help');
  },
};
