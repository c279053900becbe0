import { MAX_CAMPUS_NAME_LENGTH } from '#features/campus/rules.ts';
import { CURRENCY_CODES } from '#platform/shared/market/currencies.ts';
import { languageNames } from '#platform/shared/texts/language-choice.ts';
import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import type { FieldProblems, MarketForm } from '../new-market.ts';
import { html, type Html } from './html.ts';
import { icon, renderPage } from './layout.ts';

export type CreateView = {
  form: MarketForm;
  problems: FieldProblems;
  cells: readonly { name: string; markets: number }[];
  runsCommand: boolean;
};

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });
const currencies = CURRENCY_CODES.map((code) => ({ code, name: `${currencyNames.of(code)}, ${code}` }));
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];

export function renderCreate(view: CreateView): string {
  const { form, problems, runsCommand } = view;
  const required = html`<span aria-hidden="true"> *</span>`;
  return renderPage({
    title: 'New market',
    back: '/operator',
    main: html`<div class="narrow">
      <form class="stack" method="post" action="/operator/new">
        ${field('campus', html`Name${required}`, problems, (of) => html`<input class="input" ${of} value="${form.campus}" required maxlength="${MAX_CAMPUS_NAME_LENGTH}" autocomplete="off" />`)}
        ${field('host', html`Host${required}`, problems, (of) => html`<input class="input" dir="ltr" ${of} value="${form.host}" required maxlength="253" autocomplete="off" autocapitalize="none" spellcheck="false" />`, 'Its DNS name must lead here.')}
        ${field(
          'currency',
          html`Currency`,
          problems,
          (of) =>
            html`<select class="input" ${of}>
              ${currencies.map(({ code, name }) => option(code, name, form.currency))}
            </select>`,
        )}
        <p class="lockline">${icon('lock')}<span>The currency is fixed from the first listing on.</span></p>
        ${field(
          'timeZone',
          html`Time zone`,
          problems,
          (of) =>
            html`<select class="input" ${of}>
              ${zones.map((zone) => option(zone, zone.replaceAll('_', ' '), form.timeZone))}
            </select>`,
        )}
        <fieldset>
          <legend>Languages</legend>
          ${wrong('languages', problems)}
          <div class="opts">
            ${LANGUAGES.map((code) => html`<label class="opt"><input type="checkbox" name="languages" value="${code}" ${form.languages.includes(code) && html` checked`} /><span lang="${code}">${languageNames[code]}</span></label>`)}
          </div>
        </fieldset>
        ${cellChoice(view)}
        ${field('admin', html`First admin’s email${required}`, problems, (of) => html`<input class="input" dir="ltr" type="email" ${of} value="${form.admin}" required maxlength="254" autocomplete="off" placeholder="name@campus.edu" />`, 'Becomes an admin of the campus after signing up there with it.')}
        <button class="btn wide">Create market</button>
        <p class="tiny soft center">
          ${runsCommand ? 'Takes about 3 seconds.' : 'The command creates it: npm run admin -- markets work'}
          Can be run again after an interruption.
        </p>
      </form>
    </div>`,
  });
}

function cellChoice({ form: { cell }, cells, problems }: CreateView): Html {
  if (cells.length === 1) return html`<input type="hidden" name="cell" value="${cells[0]!.name}" />`;
  return html`<fieldset>
    <legend>Cell</legend>
    ${wrong('cell', problems)}
    <div class="opts">
      ${cells.map(
        ({ name, markets }) =>
          html`<label class="opt cell"
            ><input type="radio" name="cell" value="${name}" ${name === cell && html` checked`} /><span
              >${name}<br /><span class="tiny soft"
                >${markets} ${markets === 1 ? 'market' : 'markets'}</span
              ></span
            ></label
          >`,
      )}
    </div>
  </fieldset>`;
}

const option = (value: string, text: string, chosen: string): Html =>
  html`<option value="${value}" ${value === chosen && html` selected`}>${text}</option>`;

const wrong = (name: keyof MarketForm, problems: FieldProblems): Html | false =>
  problems[name] !== undefined &&
  html`<p class="wrong" id="${name}-wrong">${icon('alert')}<span>${problems[name]}</span></p>`;

function field(
  name: keyof MarketForm,
  label: Html,
  problems: FieldProblems,
  control: (attributes: Html) => Html,
  help?: string,
): Html {
  const isWrong = problems[name] !== undefined;
  const described = [...(isWrong ? [`${name}-wrong`] : []), ...(help === undefined ? [] : [`${name}-help`])];
  const attributes = html`id="${name}"
  name="${name}"${isWrong && html` aria-invalid="true"`}${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}`;
  return html`<div class="field">
    <label for="${name}">${label}</label
    >${wrong(name, problems)}${control(attributes)}${help !== undefined && html`<p class="help" id="${name}-help">${help}</p>`}
  </div>`;
}
