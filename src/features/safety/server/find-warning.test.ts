import { describe, expect, it } from 'vitest';
import { type Language, LANGUAGES } from '#platform/shared/texts/languages.ts';
import { findWarning } from './find-warning.ts';
import { languagesWithoutWarnings } from './model/choose-model.ts';

const publicUrl = 'https://books.campus.test';
const find = (text: string, languages: readonly Language[] = LANGUAGES) =>
  findWarning(text, { publicUrl, market: { languages } });

/** How many are found of many labeled messages is measured in `bench/warnings`. */
describe('a warning', () => {
  it.each([
    'ISBN 978-0-13-409341-3 or 0134093410?',
    'Room 1204, Friday at 3 pm, CHEM 2211',
    'It is $45, $20 less than in the store. Meet me at the library?',
    'I have the book here: https://books.campus.test/book/12',
    'text me at 607 555 0148 when you get there, I come down',
    'No doy mi WhatsApp, mejor por aquí',
    'whats the isbn?',
    'Hello',
    'hola',
    'ok!',
    'today?',
    'Venmo?',
    'Thank you so much',
    'Hallo, ist das Buch noch da? 25 € wären ok',
    'Zeig mir den Code, wenn ich das Buch in der Hand habe',
    'الكتاب بـ 40 د.إ، والدفع نقدًا عند اللقاء',
    'رمز التسليم عندي، سأريك إياه عند الاستلام',
    '',
  ])('is not given for %j', (text) => expect(find(text)).toBeNull());

  it('is not given for a long harmless message', () => expect(find('ok '.repeat(1_333))).toBeNull());

  it('is found behind accents, capitals, invisible characters and other letters for the same', () => {
    expect(find('SEND ME THE VERIFI\u200bCATION CODE')).toBe('verification-code');
    expect(find('Pásame el CÓDIGO de verificación')).toBe('verification-code');
    expect(find('ｇｉｆｔ ｃａｒｄ only')).toBe('gift-card');
    expect(find('pay me in g1ft c4rds pls')).toBe('gift-card');
  });

  it.each([
    ['Schick mir den Bestätigungscode, den du per SMS bekommst', 'verification-code'],
    ['Bitte überweise vorab, dann schicke ich dir die Adresse', 'advance-payment'],
    ['SCHREIB MIR BEI WHATS\u200bAPP, hier antworte ich nie', 'leaving'],
    ['أَرْسِلْ لي رمز التحقق الذي وصلك في رسالة', 'verification-code'],
    ['حـوّل المبلغ مقدما ثم اعطيك العنوان', 'advance-payment'],
    ['Bitte überweise vorab, dann schicke ich dir die Adresse ا\u061c', 'advance-payment'],
    ['راسلني على واتساب ٠٥٥١٢٣٤٥٦٧', 'leaving'],
  ])('reads %j in the languages of the market', (text, warning) => expect(find(text)).toBe(warning));

  it('needs the language of the message among those of the market', () => {
    const text = 'راح توصلك رسالة فيها رمز، ابعتلي ياه لو سمحت';
    expect(find(text, ['en', 'ar'])).toBe('verification-code');
    expect(find(text, ['en'])).toBeNull();
  });

  it('says for which languages there is no model', () => {
    expect(languagesWithoutWarnings(['en', 'ar'], { en: 'english-and-spanish', ar: null })).toEqual(['ar']);
  });

  it.each([
    'WhatsApp me instead',
    'message me on W h a t s A p p',
    'add me on whаtsаpp', // Cyrillic
    'text me at five five five, oh one nine, two two seven four',
    'this app keeps glitching, what is your number?',
    'write to jo.books (at) gmail dot com, not here',
    'casi no entro aquí, escríbeme al whats',
    'mándame mensaje al cinco cinco cinco, cero uno nueve, dos dos siete cuatro',
  ])('says that %j leads away', (text) => expect(find(text)).toBe('leaving'));

  it.each([
    'pay at campus-pay[.]example',
    'log in at bookpay dot com and put your card in',
    'http://books.campus.test.evil.example/login',
    'https://books.campus.test:443@evil.com/book/7',
    'https://evil\u3002com/book/7',
    'https://[2001:db8::1]/book/7',
    'https://0x7f000001/book/7',
    'ftp://evil.com/x',
    '//evil.com/book/7',
    'evil.ru/book/7',
    'evil.cn/pay',
    'evil.com/@book/7',
    'bookswap.support',
  ])('says that %j has a link', (text) => expect(find(text)).toBe('external-link'));
});
