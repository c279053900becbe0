/** Words of textbook titles. A word is read as one of them if one letter is wrong, missing, additional or elsewhere. */
const WORDS = `
accounting administration advanced advertising aerodynamics agricultural algebra algorithm algorithms american analysis
analytical analytic anatomy ancient anthology anthropology applications applied approach architecture arithmetic
artificial assessment astronomy astrophysics auditing bacteriology behavior behavioral behaviour biochemical
biochemistry bioinformatics biological biologie biology biomechanics biomedical biophysics biostatistics biotechnology
botany broadcasting business calculus cardiology cellular chemical chemistry chinese circuits civilization classical
climate clinical clinically cognitive combinatorics commerce commercial communication communications community
comparative compiler compilers composition computation computational computer computing concepts constitutional
construction consumer contemporary contracts control convergence corporate counseling creative criminal criminology
critical cryptography culture cultural cybersecurity database databases decision derivatives design developing
development developmental diagnosis differential digital discrete disorders diversity dynamics ecological ecology
econometric econometrics economic economics economies economy education educational elasticity electric electrical
electricity electrodynamics electromagnetic electromagnetics electromagnetism electronic electronics elementary
elements embryology emergency encyclopedia endocrinology engineering engineers english entrepreneurship environment
environmental epidemiology equations ergonomics essays essential essentials ethical evolution evolutionary examination
experimental exploration exploring family finance financial forensic foundation foundations french fundamental
fundamentals general genetic genetics genomics geographic geographical geography geological geology geometric geometry
geophysics gerontology global government grammar graphics gynecology handbook health healthcare hematology heritage
histology historical history hospitality human humanities hydraulics hydrology illustrated immunobiology immunology
industrial inference information inorganic insurance integral integrated intelligence intelligent intercultural
interface intermediate international interpersonal introduction introductory inventory investment investments
japanese journalism jurisprudence kinesiology kinetics knowledge language languages leadership learning lectures
lehrbuch linear linguistics literary literature logistics machine macroeconomics management managerial manufacturing
marketing markets materials mathematical mathematics mathematik measurement mechanical mechanics mechanisms medical
medicine medieval mergers metabolism meteorology methods metallurgy microbiology microeconomics microelectronic
microelectronics microprocessor mineralogy modeling molecular multimedia multivariate museums neurology neuroscience
networking networks nonlinear numerical nursing nutrition obstetrics object oriented oceanography operating operations
optical optics optimization oral organic organisation organisational organization organizational ornithology
orthopedics paleontology parallel parasitology pathology pathophysiology pattern patterns pediatric pediatrics
performance personality perspective perspectives petroleum pharmaceutical pharmacology pharmacy philosophical
philosophy photography physical physicians physics physiological physiology planning political politics population
portuguese practical practice practices precalculus preventive primary principles probability problem procedure process
processing production professional programming project property psychiatric psychiatry psychological psychology public
qualitative quantitative quantum radiology reading reasoning recognition rehabilitation relations religion religions
religious renewable research reservoir resource rhetoric robotics russian scientific scientists secondary security
seismology semiconductor sensation signals simulation sociological sociology software spanish spectroscopy statics
statistical statistics statistik stochastic strategic strategies strategy structural structure structures surgery
surgical survey surveying sustainability sustainable symbolic systems taxation taxonomy teaching techniques technology
telecommunications theories therapeutic therapeutics therapy thermal thermodynamics topology toxicology transcendental
transcendentals transfer transport transportation trigonometry turbulence typography understanding university urban
urology vaccines vertebrate veterinary vibration vibrations virology visualization vocabulary western writing zoology
allgemeine allgemeiner allgemeines analytische anorganische arbeitsrecht betriebswirtschaft betriebswirtschaftslehre
biochemie bilanzierung chemie differentialgleichungen einfuhrung elektrotechnik experimentalphysik finanzierung
forschungsmethoden geschichte grundkurs grundlagen grundzuge informatik ingenieure investition klinische kostenrechnung
maschinenbau maschinenelemente mechanik mikrobiologie mikrookonomie mikrookonomik makrookonomie makrookonomik
naturwissenschaftler organische organisation padagogik personalwirtschaft pharmakologie philosophie physikalische
physiologie psychologie rechnungswesen schuldrecht soziologie staatsrecht strafrecht stromungslehre technische
theoretische thermodynamik verwaltungsrecht volkswirtschaftslehre wahrscheinlichkeitsrechnung werkstoffkunde
wirtschaftsinformatik wirtschaftsmathematik wissenschaftliches wissenschaftler zivilrecht anatomie
administracion algebraico analitica anatomia antropologia aplicaciones aplicada biologia bioquimica calculo ciencias
comportamiento comunicacion constitucional contabilidad derecho desarrollo diferencial diferenciales dinamica direccion
ecuaciones ecologia economia economie economica educacion electricos electronica electronicos embriologia enfermeria
enfoque espanola estadistica estatica estructuras filosofia finanzas financiera fisiologia fundamentos geografia
geometria gestion gramatica historia histologia histoire ingenieria ingenieros inorganica integral internacional
introduccion investigacion lenguaje linguistica literatura macroeconomia matematica matematicas materiales mecanica
medica medicina mercadotecnia metodologia metodos microbiologia microeconomia negocios operativos organica
organizacional patologia pediatria pedagogia politica principios probabilidad programacion psicologia quimica
sistemas sociologia tecnicas teoria termodinamica trigonometria universitaria variables`;

/** Shorter words are near too many others. */
const MIN_LENGTH = 7;
/** A word may lack one letter of a known one. */
const CORRECTABLE = new RegExp(String.raw`\p{L}{${MIN_LENGTH - 1},}`, 'gu');

const words = new Set(WORDS.trim().split(/\s+/));

/** The known words by themselves and by each text that lacks one letter of them: near words share an entry. */
const near = new Map<string, Set<string>>();
for (const word of words) {
  if (word.length < MIN_LENGTH) continue;
  for (const text of withoutOneLetter(word)) near.set(text, (near.get(text) ?? new Set()).add(word));
}

function withoutOneLetter(word: string): string[] {
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
}

/** Folded text with the known words that its words are one mistake away from: 'biochemisty' → 'biochemistry'. */
export const correctSubjectWords = (folded: string): string => folded.replace(CORRECTABLE, correctWord);

function correctWord(word: string): string {
  if (words.has(word) || words.has(`${word}s`)) return word;
  const shorter = withoutOneLetter(word);
  const found = new Set(
    shorter
      .flatMap((text) => [...(near.get(text) ?? [])])
      .filter((known) => isOneMistakeAway(known, word, shorter) && known[0] === word[0]),
  );
  const [only] = found;
  return found.size === 1 ? only! : word;
}

/** Whether two words that share an entry of `near` differ by one letter that is wrong, missing, additional or elsewhere. */
const isOneMistakeAway = (known: string, word: string, shorter: readonly string[]): boolean =>
  known.length === word.length ||
  (known.length < word.length ? shorter.includes(known) : withoutOneLetter(known).includes(word));
