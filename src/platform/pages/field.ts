import { html, type Html } from '../../kernel/html';

interface FieldOptions {
  /** As the API calls it. */
  readonly name: string;
  /** For people; the API's message on what is wrong with the field follows it. */
  readonly label: string;
  readonly hint?: string;
  /** What is said instead of the API's message, whatever is wrong with it. */
  readonly wrong?: string;
  /** The same for codes of problems that have words of their own. */
  readonly wrongBy?: Readonly<Record<string, string>>;
  /** What is wrong with what was sent without the script. */
  readonly error?: string | undefined;
}

interface InputOptions extends FieldOptions {
  readonly type: 'text' | 'password' | 'number';
  readonly autocomplete: string;
  readonly value?: string | number;
  /** Of a number. */
  readonly min?: number;
  readonly max?: number;
}

/** Value and label of each. */
type Choices = readonly (readonly [string, string])[];

interface ChoiceOptions extends FieldOptions {
  readonly choices: Choices;
  readonly chosen: string;
  /** The values are JSON, such as `true`; the script sends what they stand for. */
  readonly isJson?: boolean;
}

/** A field of one line, with room for the API's message on it. */
export function inputField({ type, autocomplete, value = '', min, max, ...field }: InputOptions): Html {
  const { name } = field;
  const bounds = min === undefined || max === undefined ? null : html`min="${min}" max="${max}"`;
  const attributes = html`type="${type}" autocomplete="${autocomplete}" aria-describedby="${describedBy(field)}"
  ${bounds} ${invalidIf(field)}`;
  return labelled(field, html`<input id="${name}" name="${name}" value="${value}" ${attributes} />`);
}

/** A field of several lines. */
export function textField({ value, ...field }: FieldOptions & { readonly value: string }): Html {
  const { name } = field;
  const attributes = html`id="${name}" name="${name}" rows="3" dir="auto" aria-describedby="${describedBy(field)}"
  ${invalidIf(field)}`;
  // A line break right behind the tag is not part of the text.
  return labelled(field, html`<textarea ${attributes}>${'\n' + value}</textarea>`);
}

/** One of a few. */
export function choiceField({ choices, chosen, isJson, ...field }: ChoiceOptions): Html {
  const { name } = field;
  const json = isJson ? html`data-json` : null;
  const options = choices.map(([value, words]) =>
    option(html`type="radio" name="${name}" value="${value}" ${json} ${checkedIf(value === chosen)}`, field, words),
  );
  return fieldset(field, html`<div class="choices">${options}</div>`);
}

/** Any of a few. */
export function choicesField({
  choices,
  chosen,
  ...field
}: FieldOptions & { readonly choices: readonly string[]; readonly chosen: readonly string[] }): Html {
  const { name } = field;
  const options = choices.map((value) =>
    option(html`type="checkbox" name="${name}" value="${value}" ${checkedIf(chosen.includes(value))}`, field, value),
  );
  // Without the script it says that nothing is chosen where nothing is.
  const none = html`<input type="hidden" name="${name}" value="" />`;
  return fieldset(
    field,
    html`${none}
      <div class="choices">${options}</div>`,
  );
}

/** One of many. */
export function selectField({ choices, chosen, ...field }: Omit<ChoiceOptions, 'isJson'>): Html {
  const { name } = field;
  const options = choices.map(
    ([value, words]) => html`<option value="${value}" ${value === chosen ? html`selected` : null}>${words}</option>`,
  );
  const attributes = html`id="${name}" name="${name}" aria-describedby="${describedBy(field)}" ${invalidIf(field)}`;
  return labelled(
    field,
    html`<select ${attributes}>
      ${options}
    </select>`,
  );
}

/** Where it is said what is wrong with a whole list. */
export function listError(field: FieldOptions): Html {
  return notesOf(field);
}

function option(attributes: Html, field: FieldOptions, words: string): Html {
  return html`<label><input ${attributes} ${invalidIf(field)} /> <span dir="auto">${words}</span></label>`;
}

function checkedIf(isChosen: boolean): Html | null {
  return isChosen ? html`checked` : null;
}

function fieldset(field: FieldOptions, content: Html): Html {
  return html`<fieldset class="field" aria-describedby="${describedBy(field)}">
    <legend dir="auto">${field.label}</legend>
    ${content} ${notesOf(field)}
  </fieldset>`;
}

function labelled(field: FieldOptions, input: Html): Html {
  return html`<div class="field">
    <label for="${field.name}" dir="auto">${field.label}</label>${input}${notesOf(field)}
  </div>`;
}

function describedBy({ name, hint }: FieldOptions): string {
  return hint === undefined ? `${name}-error` : `${name}-hint ${name}-error`;
}

function invalidIf({ error }: FieldOptions): Html | null {
  return error === undefined ? null : html`aria-invalid="true"`;
}

function notesOf({ name, label, hint, wrong, wrongBy = {}, error }: FieldOptions): Html {
  // The API's message begins with the label, but where it is not shown.
  const says = wrong === undefined ? html`data-label="${label}"` : html`data-wrong="${wrong}"`;
  const saysBy = Object.entries(wrongBy).map(([code, words]) => html` data-wrong-${code}="${words}"`);
  const shown = error === undefined ? html`hidden` : null;
  return html`${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <p class="error" id="${name}-error" data-error-of="${name}" ${says} ${saysBy} ${shown}>${error ?? ''}</p>`;
}
