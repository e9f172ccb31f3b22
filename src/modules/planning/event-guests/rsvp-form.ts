import type { Question } from '../events';

/** An answer as the form has it, for the API. */
export interface FormAnswer {
  readonly answer: object;
  /** What the form calls a field of the API: a list of the API leaves out entries of which nothing is filled in. */
  inputName(field: string): string;
}

type Names = [api: string, form: string][];

/**
 * The form of an invitation as a browser sends it without the page's script. Its fields are called as those of the API,
 * but members of the party go by their ids: `members.<id>.companions.0.name`. page.js reads the form by the same rules.
 */
export class RsvpForm {
  private readonly fields: URLSearchParams;

  constructor(text: string) {
    this.fields = new URLSearchParams(text);
  }

  value(name: string): string | undefined {
    return this.fields.get(name)?.replace(/\r\n?/g, '\n');
  }

  /** What is chosen of several; undefined where the form has no such field. */
  chosen(name: string): string[] | undefined {
    return this.fields.has(name) ? this.fields.getAll(name).filter((value) => value !== '') : undefined;
  }

  /** How many rows of a list the form has, filled in or not. */
  rowsOf(list: string): number {
    return Math.max(0, ...this.keysBelow(`${list}.`).map((row) => (/^\d{1,9}$/.test(row) ? Number(row) + 1 : 0)));
  }

  /** @param questions those of the event, whose kinds say what an answer is */
  read(questions: readonly Question[]): FormAnswer {
    const names: Names = [];
    const note = this.value('note');
    const kinds = new Map(questions.map(({ id, kind }) => [id, kind]));
    const answering = this.keysBelow('members.').filter((id) => {
      const rsvp = this.value(`members.${id}.rsvp`);
      return rsvp !== undefined && rsvp !== 'pending';
    });
    const members = answering.map((eventGuestId, index) => {
      names.push([`members.${index}.`, `members.${eventGuestId}.`]);
      return { eventGuestId, ...this.answerOf(`members.${eventGuestId}.`, `members.${index}.`, kinds, names) };
    });
    const answer = {
      ...this.answerOf('', '', kinds, names),
      ...(note !== undefined && { note }),
      ...(members.length > 0 && { members }),
    };
    return {
      answer,
      inputName(field) {
        const [api, form] = names.findLast(([start]) => field.startsWith(start)) ?? ['', ''];
        return form + field.slice(api.length);
      },
    };
  }

  /** A number that is none stays a text, which the API then calls wrong. */
  private answerOf(form: string, api: string, kinds: ReadonlyMap<string, Question['kind']>, names: Names): object {
    const [rsvp, plusOnes] = [this.value(`${form}rsvp`), this.value(`${form}plusOnes`)];
    const given = rsvp === undefined ? {} : { rsvp };
    // Who does not come is asked nothing more.
    if (rsvp === 'declined') return given;
    const companions = this.companionsIn(`${form}companions.`, `${api}companions.`, names);
    const answers = this.keysBelow(`${form}answers.`).map((id) => {
      const name = `${form}answers.${id}`;
      return [id, kinds.get(id) === 'choices' ? this.chosen(name) : answerIn(kinds.get(id), this.value(name)!)];
    });
    return {
      ...given,
      ...(plusOnes !== undefined && { plusOnes: /^\d{1,9}$/.test(plusOnes.trim()) ? Number(plusOnes) : plusOnes }),
      ...(companions !== null && { companions }),
      ...(answers.length > 0 && { answers: Object.fromEntries(answers) }),
    };
  }

  /** Null where the form does not ask for them. */
  private companionsIn(form: string, api: string, names: Names): object[] | null {
    const rows = this.keysBelow(form);
    if (rows.length === 0) return null;
    const filled = rows.filter((row) =>
      ['name', 'dietary'].some((field) => this.value(`${form}${row}.${field}`)?.trim()),
    );
    return filled.map((row, index) => {
      names.push([`${api}${index}.`, `${form}${row}.`]);
      return { name: this.value(`${form}${row}.name`) ?? '', dietary: this.value(`${form}${row}.dietary`) ?? '' };
    });
  }

  /** What follows a prefix in the names of fields, up to the next dot: each once, in their order. */
  private keysBelow(prefix: string): string[] {
    const names = [...this.fields.keys()].filter((name) => name.startsWith(prefix));
    return [...new Set(names.map((name) => name.slice(prefix.length).split('.', 1)[0]!))];
  }
}

function answerIn(kind: Question['kind'] | undefined, value: string): string | boolean | null {
  if (value === '') return null;
  return kind === 'yes_no' && (value === 'true' || value === 'false') ? value === 'true' : value;
}
