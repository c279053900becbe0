/** Ordinals from the first on, as folded text; each language has its own lists, with its genders and cases. */
const LISTS = [
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
  'erste zweite dritte vierte funfte sechste siebte achte neunte zehnte elfte zwolfte dreizehnte vierzehnte funfzehnte sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste',
  'erster zweiter dritter vierter funfter sechster siebter achter neunter zehnter elfter zwolfter',
  'primera segunda tercera cuarta quinta sexta septima octava novena decima undecima duodecima decimotercera decimocuarta decimoquinta decimosexta decimoseptima decimoctava decimonovena vigesima',
  'primero segundo tercero cuarto quinto sexto septimo octavo noveno decimo',
  'primer - tercer',
  'premiere deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme onzieme douzieme',
  'premier seconde',
  'prima seconda terza quarta quinta sesta settima ottava nona decima undicesima dodicesima',
  'primeira segunda terceira quarta quinta sexta setima oitava nona decima',
  'اولي ثانيه ثالثه رابعه خامسه سادسه سابعه ثامنه تاسعه عاشره',
  'اول ثاني ثالث رابع خامس سادس سابع ثامن تاسع عاشر',
];

const ENGLISH_UNITS = LISTS[0]!.split(' ').slice(0, 9);

const ordinals = new Map<string, number>();
for (const list of LISTS) {
  for (const [at, word] of list.split(' ').entries()) {
    if (word === '-') continue;
    if (!ordinals.has(word)) ordinals.set(word, at + 1);
    const withArticle = `ال${word}`;
    if (/^\p{Script=Arabic}/u.test(word)) ordinals.set(withArticle, at + 1);
  }
}
/** As they are often misspelt. */
for (const [word, value] of Object.entries({
  fith: 5,
  fivth: 5,
  eigth: 8,
  eighteth: 8,
  nineth: 9,
  twelth: 12,
  twelvth: 12,
}))
  ordinals.set(word, value);

/** Before 'first' to 'ninth'. */
const TENS: Record<string, number> = { twenty: 20, thirty: 30, forty: 40 };

/** 'eighth' → 8, 'twenty-first' → 21; 0 for other words. */
export function readOrdinal(word: string): number {
  const [tens = '', unit = ''] = word.split(/[- ]/);
  return ordinals.get(word) ?? (TENS[tens] === undefined ? 0 : TENS[tens] + (ordinals.get(unit) ?? 0));
}

/** A pattern of all ordinal words, the longest first. */
export const ORDINAL_WORD = `(?:(?:${Object.keys(TENS).join('|')})[- ](?:${ENGLISH_UNITS.join('|')})|${[
  ...ordinals.keys(),
]
  .toSorted((one, other) => other.length - one.length)
  .join('|')})`;
