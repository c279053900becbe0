import type { ConditionDetails } from '#features/books/rules.ts';

/** What sellers of the demo campus say about their copies, by ISBN. It agrees with the descriptions. */
export const demoConditionDetails: Readonly<Record<string, ConditionDetails>> = {
  '9780262046305': { highlighting: 'none', notes: 'some' },
  '9780262033848': { highlighting: 'some', notes: 'none' },
  '9780262510875': { highlighting: 'none', notes: 'some' },
  '9780131103627': { notes: 'some', flaws: ['cover damage'] },
  '9781118063330': { accessCode: 'not included', flaws: ['cover damage'] },
  '9780073523323': { highlighting: 'heavy' },
  '9780262035613': { highlighting: 'none', notes: 'none' },
  '9780134092669': { highlighting: 'none', notes: 'none', accessCode: 'unused' },
  '9780131873216': { flaws: ['water damage'] },
  '9781285741550': { highlighting: 'some', notes: 'none', accessCode: 'not included' },
  '9780495110811': { highlighting: 'some', flaws: ['cover damage'] },
  '9780134093413': { highlighting: 'some', accessCode: 'not included' },
  '9781429234146': { highlighting: 'heavy', flaws: ['cover damage'] },
  '9780199270293': { highlighting: 'some', notes: 'some' },
  '9780321910417': { accessCode: 'not included' },
  '9780321973610': { highlighting: 'heavy', flaws: ['cover damage'] },
  '9781429261784': { highlighting: 'some' },
  '9781285165875': { notes: 'some', accessCode: 'not included' },
  '9780132102926': { highlighting: 'heavy', flaws: ['cover damage'] },
};
