import type { PageContent } from './page-textures.ts';

/** Text of our own that looks like a textbook's; '|' ends a paragraph. */
const BIOLOGY =
  'Every cell is surrounded by a membrane, a thin film of lipids and proteins that decides what may enter and what must stay outside. Water and small gases pass freely, while ions need a channel and sugars need a carrier that changes its shape.| In a plant the same membrane is pressed against a firm wall, so that the cell can take up water without bursting. When the soil is dry the pressure falls and the leaves hang down, a state that is reversed within an hour of rain.| Energy is stored where the concentration on both sides differs. A pump that moves three ions out for every two that come in keeps this difference alive, and nearly a third of what the body spends at rest is spent on it.| Compare the two solutions in the figure. Which way does the water move, and when does it stop? Explain your answer in terms of the free energy of the solvent before you go on to the next section.|';
const CALCULUS =
  'Suppose that a function is continuous on a closed interval and has a derivative at every point inside of it. Then there is at least one point where the tangent is parallel to the line through the two ends of the curve.| The proof is short: subtract the line from the function and apply the previous theorem to what remains. It is zero at both ends, so its derivative must vanish somewhere between them.| Notice that nothing is said about where this point lies, nor how many there are. For a polynomial of degree two it is the middle of the interval, as you are asked to show in Exercise 14.| A car that covers 120 miles in two hours must have gone exactly 60 miles an hour at some moment, whatever its driver says. This is how a toll road can measure speed with two clocks and no radar.| We now use the theorem to estimate an error. If the second derivative stays below a bound, the tangent line misses the curve by at most half of this bound times the square of the step.|';
const CODE =
  'A pointer is a variable that holds the place of another variable. The two are so close in this language that it is worth drawing a box for each and an arrow from one to the other.| When an array is passed to a function, what the function receives is the place of its first element. It may move along the array without disturbing the caller, because it moves a copy.| The loop ends at the terminating zero, which compares as false. Many people find the second version harder to read at first and then never write the first one again.| Be careful with a place that nothing has been put into. The compiler will not complain, the program may even work for a week, and the day it fails will be the day before it is due.|';
const CHEMISTRY =
  'A nucleophile brings a pair of electrons and looks for a carbon that has too few. Draw the arrow from the pair to the carbon and never the other way round, however tempting the page may be.| If the leaving group departs before the new bond is made, a flat cation is left behind that can be attacked from either face. The product is then a mixture of both mirror images.| In a single step, however, the newcomer must come from the back, and the three other groups are turned over like an umbrella in the wind. The rate depends on both partners and on how crowded the carbon is.| Polar solvents hold the ions apart and favor the first path. A strong base with little room around it favors the second, unless it takes a proton instead, which is the subject of the next chapter.|';

const CELL_DRAWING =
  '<ellipse cx="22" cy="14" rx="20" ry="12" fill="#dfeccd" stroke="#5a7d3a" stroke-width=".7"/><circle cx="17" cy="13" r="5" fill="#c8a6cf" stroke="#75508a" stroke-width=".4"/><circle cx="17" cy="13" r="1.8" fill="#75508a"/><ellipse cx="31" cy="17" rx="5" ry="2.4" fill="#e8b27c" stroke="#a7632a" stroke-width=".4"/><ellipse cx="29" cy="9" rx="4" ry="2" fill="#e8b27c" stroke="#a7632a" stroke-width=".4"/><path d="M40 8l10-3M36 17l14 3M22 13l28 0" stroke="#333" stroke-width=".25"/><g font-family="DejaVu Sans" font-size="2.1" fill="#333"><text x="51" y="6">Cell membrane</text><text x="51" y="14">Nucleus</text><text x="51" y="21">Mitochondrion</text><text y="30" font-size="2">Figure 7.4 A cell in a hypotonic solution.</text></g>';
const PLOT_DRAWING =
  '<path d="M6 2v24h56" fill="none" stroke="#333" stroke-width=".35"/><path d="M8 24C18 2 26 4 34 14S50 20 58 4" fill="none" stroke="#1f5f96" stroke-width=".7"/><path d="M8 24L58 4M14 12L44 0" stroke="#a33b32" stroke-width=".45"/><path d="M21 9.5V26M58 4V26" stroke="#777" stroke-width=".2" stroke-dasharray="1 1"/><g font-family="DejaVu Serif" font-style="italic" font-size="2.6" fill="#222"><text x="20" y="29">c</text><text x="57" y="29">b</text><text x="7" y="29">a</text><text x="60" y="5">f(b)</text></g>';
const FORMULA_DRAWING =
  '<g font-family="DejaVu Serif" font-style="italic" font-size="3.4" fill="#222"><text x="20" y="6">f(b) − f(a) = f ′(c) (b − a)</text><text x="20" y="14">| f(x) − L(x) | ≤ ½ M (x − a)²</text></g>';
const LISTING_DRAWING =
  '<path fill="#ece7da" d="M0 0h74v34H0z"/><g font-family="DejaVu Sans Mono" font-size="2.3" fill="#222"><text x="2" y="4">/* copy: one string to another */</text><text x="2" y="8">void copy(char *to, char *from)</text><text x="2" y="12">{</text><text x="8" y="16">while ((*to++ = *from++) != 0)</text><text x="14" y="20">;</text><text x="2" y="24">}</text><text x="2" y="31">int n = length("hello, world");</text></g>';
const ring = (x: number, y: number) =>
  `<path d="M${x} ${y}l5-3 5 3v6l-5 3-5-3zM${x + 1.2} ${y + 0.8}v4.4M${x + 5} ${y - 1.6}l3.8 2.3M${x + 5} ${y + 7.6}l3.8-2.3" fill="none" stroke="#222" stroke-width=".4"/>`;
const REACTION_DRAWING = `${ring(2, 6)}<path d="M12 6l5-3M20 9h12M30 7.6l2 1.4-2 1.4" fill="none" stroke="#222" stroke-width=".4"/>${ring(38, 6)}<path d="M48 6l5-3" stroke="#222" stroke-width=".4"/><path d="M17 1C22-4 30-2 31 5" fill="none" stroke="#a33b32" stroke-width=".4"/><g font-family="DejaVu Serif" font-size="2.8" fill="#222"><text x="18" y="3">Br</text><text x="54" y="3">OH</text><text x="22" y="7.4" font-size="2">NaOH</text></g>`;

export const biologyPages: [PageContent, PageContent] = [
  {
    words: BIOLOGY, heading: '132   UNIT TWO   The Cell', number: 132, seed: 4,
    marked: [0, 1, 8, 9, 10], underlined: [15], remarks: [{ line: 9, text: 'exam!' }],
  },
  {
    words: BIOLOGY.split(' ').slice(60).join(' '), heading: 'CHAPTER 7   Membranes', number: 133, seed: 8,
    figure: { line: 3, lines: 9, svg: CELL_DRAWING }, marked: [14, 15],
  },
]; // oxfmt-ignore

export const calculusPages: [PageContent, PageContent] = [
  {
    words: CALCULUS, heading: '288   CHAPTER 4   Applications', number: 288, seed: 5,
    figure: { line: 5, lines: 8, svg: PLOT_DRAWING }, marked: [0, 1, 2], remarks: [{ line: 7, text: 'see 4.1' }],
  },
  {
    words: CALCULUS.split(' ').slice(40).join(' '), heading: 'SECTION 4.2   The Mean Value Theorem', number: 289, seed: 12,
    figure: { line: 11, lines: 5, svg: FORMULA_DRAWING }, marked: [3, 4, 17, 18, 19], underlined: [8],
  },
]; // oxfmt-ignore

export const codePages: [PageContent, PageContent] = [
  {
    words: CODE, heading: '98   POINTERS AND ARRAYS', number: 98, seed: 6,
    underlined: [2, 3, 12], remarks: [{ line: 3, text: 'box + arrow' }, { line: 13, text: 'copy!!' }],
  },
  {
    words: CODE.split(' ').slice(50).join(' '), heading: 'SECTION 5.3', number: 99, seed: 9,
    figure: { line: 4, lines: 10, svg: LISTING_DRAWING }, underlined: [17, 18],
  },
]; // oxfmt-ignore

export const chemistryPages: [PageContent, PageContent] = [
  {
    words: CHEMISTRY, heading: '406   17   Substitution at saturated carbon', number: 406, seed: 16,
    figure: { line: 8, lines: 6, svg: REACTION_DRAWING }, marked: [0, 1, 16, 17],
  },
  {
    words: CHEMISTRY.split(' ').slice(70).join(' '), heading: 'Mechanisms', number: 407, seed: 20,
    underlined: [3, 4, 11], remarks: [{ line: 5, text: 'SN2' }, { line: 20, text: 'quiz 3' }], marked: [9, 10],
  },
]; // oxfmt-ignore
