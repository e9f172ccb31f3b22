import { html, type Html } from '../../kernel/html';

interface FieldOptions {
  /** As the API calls it. */
  readonly name: string;
  /** For people; the API's message on what is wrong with the field follows it. */
  readonly label: string;
  readonly hint?: string;
  /** What is said instead of the API's message, whatever is wrong with it. */
  readonly wrong?: string;
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

interface ChoiceOptions extends FieldOptions {
  /** Value and label of each. */
  readonly choices: readonly (readonly [string, string])[];
  readonly chosen: string;
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
  const attributes = html`id="${name}" name="${name}" rows="3" aria-describedby="${describedBy(field)}"
  ${invalidIf(field)}`;
  // A line break right behind the tag is not part of the text.
  return labelled(field, html`<textarea ${attributes}>${'\n' + value}</textarea>`);
}

/** One of a few. */
export function choiceField({ choices, chosen, ...field }: ChoiceOptions): Html {
  const { name, label } = field;
  const options = choices.map(([value, words]) => {
    const checked = value === chosen ? html`checked` : null;
    return html`<label><input type="radio" name="${name}" value="${value}" ${checked} /> ${words}</label>`;
  });
  return html`<fieldset class="field" aria-describedby="${describedBy(field)}">
    <legend>${label}</legend>
    <div class="choices">${options}</div>
    ${notesOf(field)}
  </fieldset>`;
}

function labelled(field: FieldOptions, input: Html): Html {
  return html`<div class="field"><label for="${field.name}">${field.label}</label>${input}${notesOf(field)}</div>`;
}

function describedBy({ name, hint }: FieldOptions): string {
  return hint === undefined ? `${name}-error` : `${name}-hint ${name}-error`;
}

function invalidIf({ error }: FieldOptions): Html | null {
  return error === undefined ? null : html`aria-invalid="true"`;
}

function notesOf({ name, label, hint, wrong, error }: FieldOptions): Html {
  const says = wrong === undefined ? null : html`data-wrong="${wrong}"`;
  const shown = error === undefined ? html`hidden` : null;
  return html`${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <p class="error" id="${name}-error" data-error-of="${name}" data-label="${label}" ${says} ${shown}>
      ${error ?? ''}
    </p>`;
}
