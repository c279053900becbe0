/** What makes a book another work than the one whose title it repeats, in folded text. */
const COMPANIONS: readonly [string, RegExp][] = [
  [
    'solutions',
    /\bsolutions?(?= (?:manual|guide|key|book|handbook|to|for|of))|\bsolutions?\b(?=.*\bmanual)|\bsolutions?$|\bsolutions?(?= *[,(:;])|\banswer (?:key|book|guide)|\bworked (?:solutions|examples)|\blosungs?(?:en|buch|heft|band)|\bsolucionario|\bsoluciones\b|\bmanual de soluciones|\bsoluzioni\b|\bcorriges?\b|حلول|اجابات/u,
  ],
  [
    'study-guide',
    /\bstudy[ -]?(?:guide|companion|aid|notes|book|manual|cards?)|\bstudyguide|\bguia de (?:estudio|studio)|\bguide d'?etudes?|\bstudent(?:'?s)? (?:guide|companion|handbook|study|supplement)|\bsurvival guide|\bsummary of\b|\bcliffs? ?notes|\bsparknotes|\breview (?:guide|book|manual)|\breading guide|\bflash ?cards|\bexam (?:prep|review)|\bschaum'?s\b|\bstudienbegleiter|\bbegleitbuch|\barbeitsheft|دليل الطالب|دليل الدراس|مذكره/u,
  ],
  [
    'workbook',
    /\bwork ?book|\barbeitsbuch|\bubungs?(?:buch|heft|aufgaben|en)?\b|\baufgabensammlung|\bklausur|\bcuaderno|\blibro de (?:ejercicios|actividades)|\bejercicios\b|\bcahier|\bexercices\b|\bexercise (?:book|manual)|\bpractice (?:book|problems|workbook|tests?)|\beserciziario|\beserciz|\bcaderno|تمارين|تدريبات|كراسه/u,
  ],
  [
    'lab',
    /\blab(?:oratory)?[ -](?:manual|experiments?|guide|exercises?|workbook|notebook|book|investigations|activities|textbook)|\blaborator(?:y|io)\b|\blab\b|\bpraktikum|\bpractica(?:s|l manual)\b|\btravaux pratiques|\bexperiments for\b|مختبر|معمل|العملي/u,
  ],
  [
    'test-bank',
    /\btest[ -]?(?:bank|item)s?|\btestbank|\bquestion bank|\bbanco de (?:preguntas|examenes)|بنك (?:ال)?اسئله/u,
  ],
  [
    'problems',
    /\bproblems? (?:book|set|solver|manual|supplement)|\bproblems? and solutions?|\b(?:\d+|solved) problems\b|\bcase ?book\b/u,
  ],
  [
    'activities',
    /\bactivit(?:y|ies) (?:manual|book|guide|workbook)|\bactivities manual|\bvideo manual|\bsoftware manual|\bsupplement\b/u,
  ],
  [
    'instructor',
    /\binstructor'?s?\b|\bteacher'?s?'? (?:edition|guide|manual|resource|book)|\bteacher'?s?'? ,|\blehrer(?:band|buch|handbuch)|\bresource (?:manual|guide|book)|\blibro del profesor|\bguia (?:del|didactica)|دليل المعلم/u,
  ],
  [
    'companion',
    /\bcompanion (?:to|for|guide|site)|\bpocket (?:companion|guide)|\bquick reference|\bcheat sheet/u,
  ],
];

/** What distinguishes books of one title: in its subtitle, or without a colon behind it. */
const VARIANTS: readonly [string, RegExp][] = [
  ['early-transcendentals', /\bearly transcendentals?(?: functions?)?\b/gu],
  ['late-transcendentals', /\blate transcendentals?(?: functions?)?\b/gu],
  ['early-objects', /\bearly objects?\b/gu],
  ['late-objects', /\blate objects?\b/gu],
  ['atoms-first', /\b(?:an )?atoms[ -]first(?: approach)?\b/gu],
  ['single-variable', /\b(?:single|one)[ -]variable\b|\b(?:de )?una variable\b/gu],
  ['multivariable', /\bmulti-?variables?\b|\bmultivariate\b|\b(?:several|varias) variables\b/gu],
  ['statics', /\bstatics\b|\bestatica\b|\bstatik\b/gu],
  [
    'dynamics',
    /(?<=mechanics.{0,30}|statics.{0,6})\bdynamics\b|(?<=mecanica.{0,30}|statics.{0,6})\bdinamica\b/gu,
  ],
  ['first-semester', /\bfirst[ -]semester(?: topics)?\b/gu],
  ['second-semester', /\bsecond[ -]semester(?: topics)?\b/gu],
  ['concepts-and-contexts', /\bconcepts and contexts\b/gu],
  ['concepts-and-connections', /\bconcepts (?:and|&) connections\b/gu],
  ['structure-and-properties', /\bstructures? (?:and|&) propert(?:y|ies)\b/gu],
  ['applied', /\b(?:an )?applied approach\b|\bfor the life sciences\b|\bfor business\b/gu],
  ['graphical', /\b(?:a )?graph(?:ical|ing) approach\b|\bgraphs? and models\b/gu],
  ['unit-circle', /\b(?:a )?unit circle(?: approach)?\b/gu],
  ['right-triangle', /\b(?:a )?right triangle(?: approach)?\b/gu],
  [
    'brief',
    /\bbrief(?! histor)(?: (?:edition|version|course|ed|introduction|calculus))?\b|\ba (?:brief introduction\b|(?:brief|short|concise) history(?= *(?:$|,)))|\bshort(?:er)?(?= (?:edition|version|course|introduction|ed|,))|\bconcise\b|\babridged\b|\bcompact\b|\bkompakt\b|\bkurzfassung\b|\bversion breve\b|\bmini ,/gu,
  ],
  ['extended', /\bunabridged\b/gu],
  ['essentials', /\b(?:the )?essentials?(?= (?:edition|version|concepts|,))|\besenciales\b/gu],
  ['graphic', /\b(?:a )?graphic novels?\b|\bcomics?(?: book)?\b|\bmanga\b|\bmarvel illustrated\b/gu],
  ['script', /\b(?:the )?(?:original )?(?:screenplay|script)\b|\bthe play\b/gu],
  ['high-school', /\bap(?=® | edition| ,)|\bhigh school\b/gu],
];

/** The kinds of companion that folded text names, sorted; a book and its companion never are one work. */
export const readCompanions = (folded: string): string[] =>
  COMPANIONS.filter(([, words]) => words.test(folded)).map(([kind]) => kind);

type Found = { variants: string[]; rest: string };

/** The variants that folded text names, sorted, and the text without them. */
export function readVariants(folded: string): Found {
  const variants: string[] = [];
  let rest = folded;
  for (const [name, words] of VARIANTS) {
    const without = rest.replace(words, ' ');
    if (without !== rest) variants.push(name);
    rest = without;
  }
  return { variants, rest };
}
