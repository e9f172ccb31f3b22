import { html, type Html } from '../../../kernel/html';
import type { LanguageWords } from '../../../kernel/languages/language-words';
import { filledWords } from '../../../kernel/languages/languages';
import {
  choiceField,
  choicesField,
  inputField,
  listError,
  selectField,
  textField,
} from '../../../platform/pages/field';
import type { Question } from '../events';
import { MAX_ANSWER } from './answers';
import { MAX_COMPANION_DIETARY, MAX_COMPANION_NAME } from './companions';
import type { AnswerValue } from './event-guest.entity';
import { MAX_NOTE } from './event-guests.dto';
import type { RsvpForm } from './rsvp-form';
import type { RsvpMember, RsvpView } from './rsvp.dto';

/** What came of a form that was sent without the script. */
export interface FormOutcome {
  readonly saved?: true;
  /** Of the whole answer, by the code of the problem. */
  readonly problem?: string;
  /** What is wrong with fields: the codes, by the names that the form has for them. */
  readonly wrong?: ReadonlyMap<string, string>;
  /** What was filled in. */
  readonly form?: RsvpForm;
}

/** The guest, or another one of their party. */
type Person = Pick<RsvpMember, 'rsvp' | 'plusOnes' | 'maxPlusOnes' | 'companions' | 'answers' | 'waitlist'>;

/** What is said of a field, in place of what the API says. */
interface Said {
  readonly wrong: string;
  readonly wrongBy?: Readonly<Record<string, string>>;
}

/** Up to so many options are shown at once; more are a list to choose from. */
const MAX_OPTIONS_SHOWN = 7;
/** So many people can be named before it is known how many come along; the script adds what more is needed. */
const ROWS = { own: 2, member: 1 } as const;

/** The fields of an answer. */
export class RsvpFields {
  constructor(
    private readonly view: RsvpView,
    private readonly words: LanguageWords,
    private readonly outcome: FormOutcome,
  ) {}

  ofGuest(): Html {
    const { rsvp: says } = this.words;
    const max = maxOf(this.view);
    const { note } = this.view;
    const tooLong = { wrong: filledWords(says.noteTooLong, { max: MAX_NOTE }) };
    return html`${choiceField({
        ...this.field('rsvp', { wrong: says.chooseAnswer }),
        label: says.question,
        choices: (['accepted', 'tentative', 'declined'] as const).map((answer) => [answer, says.choices[answer]]),
        chosen: this.filled('rsvp') ?? wishOf(this.view),
      })}
      <div data-unless="rsvp=declined">
        ${this.plusOnes('', this.view, {
          label: says.plusOnes,
          hint: filledWords(says.plusOnesHint, { max }),
          wrong: max === 0 ? says.plusOnesNone : filledWords(says.plusOnesRange, { min: 0, max }),
        })}
        ${this.companions('', this.view, says.companions, ROWS.own)} ${this.questions('', this.view)}
      </div>
      ${this.members()}
      ${textField({
        ...this.field('note', tooLong),
        label: says.note,
        hint: says.noteHint,
        value: this.filled('note') ?? note ?? '',
      })}`;
  }

  private members(): Html | null {
    const { party, guest } = this.view;
    const others = party?.members.filter(({ eventGuestId }) => eventGuestId !== guest.eventGuestId) ?? [];
    if (party === null || others.length === 0) return null;
    const { rsvp: says } = this.words;
    return html`<h2 dir="auto">${filledWords(says.party, { party: party.name })}</h2>
      <p class="hint">${says.partyHint}</p>
      ${others.map((member) => this.member(member))}`;
  }

  private member(member: RsvpMember): Html {
    const { rsvp: says } = this.words;
    const { eventGuestId, name, waitlist } = member;
    const prefix = `members.${eventGuestId}.`;
    const max = maxOf(member);
    const wish = wishOf(member);
    const answers = (['pending', 'accepted', 'tentative', 'declined'] as const).filter(
      (answer) => answer !== 'pending' || wish === 'pending',
    );
    const noWords = Object.keys(says.answers).map((answer) => html` data-word-${answer}=""`);
    const waits =
      waitlist === null
        ? ''
        : waitlist.position === 1
          ? says.memberIsNext
          : filledWords(says.memberWaits, { position: waitlist.position });
    return html`<fieldset class="group">
      <legend dir="auto">${name}</legend>
      <p
        class="hint"
        data-value="${prefix}rsvp"
        data-waits="${says.memberWaits}"
        data-is-next="${says.memberIsNext}"
        ${noWords}
      >
        ${waits}
      </p>
      ${choiceField({
        ...this.field(`${prefix}rsvp`, { wrong: says.chooseAnswer }),
        label: filledWords(says.memberQuestion, { name }),
        choices: answers.map((answer) => [answer, says.memberChoices[answer]]),
        chosen: this.filled(`${prefix}rsvp`) ?? wish,
      })}
      <div data-unless="${prefix}rsvp=pending declined">
        ${
          max === 0
            ? null
            : this.plusOnes(prefix, member, {
                label: filledWords(says.memberPlusOnes, { name }),
                hint: filledWords(says.memberPlusOnesHint, { max }),
                wrong: filledWords(says.memberPlusOnesRange, { min: 0, max }),
              })
        }
        ${this.companions(prefix, member, filledWords(says.memberCompanions, { name }), ROWS.member)}
        ${this.questions(prefix, member)}
      </div>
    </fieldset>`;
  }

  private plusOnes(
    prefix: string,
    person: Person,
    { wrong, ...says }: Said & { readonly label: string; readonly hint: string },
  ): Html {
    const name = `${prefix}plusOnes`;
    return inputField({
      ...this.field(name, { wrong }),
      ...says,
      type: 'number',
      autocomplete: 'off',
      value: this.filled(name) ?? person.plusOnes,
      min: 0,
      max: maxOf(person),
    });
  }

  private companions(prefix: string, person: Person, legend: string, rows: number): Html | null {
    const max = maxOf(person);
    if (max === 0) return null;
    const { rsvp: says } = this.words;
    const list = `${prefix}companions`;
    const { form } = this.outcome;
    const sent = Number(form?.value(`${prefix}plusOnes`)) || 0;
    const wanted = Math.max(rows, person.plusOnes, person.companions.length, sent, form?.rowsOf(list) ?? 0);
    const count = Math.min(max, wanted);
    const group = { ...this.field(list, { wrong: says.tooManyCompanions }), label: legend, hint: says.companionsHint };
    return html`<fieldset class="group" data-as-many-as="${prefix}plusOnes" aria-describedby="${list}-error">
      <legend>${legend}</legend>
      ${listError(group)}
      ${Array.from({ length: count }, (_, index) =>
        this.companion(`${list}.${index}.`, index + 1, person.companions[index]),
      )}
      <template>${this.companion(`${list}.{index}.`, '{number}')}</template>
    </fieldset>`;
  }

  private companion(prefix: string, number: number | string, { name = '', dietary = null }: Named = {}): Html {
    const { rsvp: says } = this.words;
    const input = (field: string, label: string, wrong: string, value: string) =>
      inputField({
        ...this.field(prefix + field, { wrong }),
        label: filledWords(label, { number }),
        type: 'text',
        autocomplete: 'off',
        value: this.filled(prefix + field) ?? value,
      });
    const wrongName = filledWords(says.companionNameWrong, { max: MAX_COMPANION_NAME });
    const wrongDietary = filledWords(says.answerTooLong, { max: MAX_COMPANION_DIETARY });
    return html`<div data-row>
      ${input('name', says.companionName, wrongName, name)}
      ${input('dietary', says.companionDietary, wrongDietary, dietary ?? '')}
    </div>`;
  }

  private questions(prefix: string, person: Person): Html[] {
    return this.view.event.questions.map((question) =>
      this.question(`${prefix}answers.${question.id}`, question, person.answers[question.id]),
    );
  }

  private question(name: string, { label, kind, options, required }: Question, answer: AnswerValue | undefined): Html {
    const { rsvp: says } = this.words;
    const hint = [required ? says.toAccept : '', kind === 'choices' ? says.several : ''].filter(Boolean).join(' ');
    const isText = kind === 'text';
    const field = {
      ...this.field(name, {
        wrong: isText ? filledWords(says.answerTooLong, { max: MAX_ANSWER }) : says.answerIt,
        wrongBy: { unknown_field: says.changed, ...(isText && { required: says.answerIt }) },
      }),
      label,
      ...(hint !== '' && { hint }),
    };
    const filled = this.filled(name);
    switch (kind) {
      case 'text':
        return textField({ ...field, value: filled ?? (typeof answer === 'string' ? answer : '') });
      case 'yes_no': {
        const none = required ? [] : [['', says.noAnswer] as const];
        const choices = [['true', says.yes] as const, ['false', says.no] as const, ...none];
        return choiceField({
          ...field,
          isJson: true,
          choices,
          chosen: filled ?? (answer === undefined ? '' : `${answer}`),
        });
      }
      case 'choice': {
        const before = typeof answer === 'string' ? answer : '';
        const choices = withChosen(options, before === '' ? [] : [before]).map((option) => [option, option] as const);
        const isList = choices.length > MAX_OPTIONS_SHOWN;
        const empty = ['', required ? says.pleaseChoose : says.noAnswer] as const;
        const chosen = filled ?? before;
        if (isList) return selectField({ ...field, choices: [empty, ...choices], chosen });
        return choiceField({ ...field, choices: required ? choices : [...choices, empty], chosen });
      }
      case 'choices': {
        const before = Array.isArray(answer) ? (answer as readonly string[]) : [];
        const chosen = this.outcome.form?.chosen(name) ?? before;
        return choicesField({ ...field, choices: withChosen(options, before), chosen });
      }
    }
  }

  private filled(name: string): string | undefined {
    return this.outcome.form?.value(name);
  }

  private field(name: string, { wrong, wrongBy }: Said) {
    const code = this.outcome.wrong?.get(name);
    return {
      name,
      wrong,
      ...(wrongBy && { wrongBy }),
      error: code === undefined ? undefined : (wrongBy?.[code] ?? wrong),
    };
  }
}

type Named = Partial<RsvpMember['companions'][number]>;

/** An option that is not offered any more stays where it was chosen. */
function withChosen(options: readonly string[], chosen: readonly string[]): string[] {
  return [...new Set([...options, ...chosen])];
}

/** What planners gave them stays theirs. */
function maxOf({ maxPlusOnes, plusOnes }: Pick<Person, 'maxPlusOnes' | 'plusOnes'>): number {
  return Math.max(maxPlusOnes, plusOnes);
}

/** Whoever waits for a place wants to come. */
function wishOf({ rsvp, waitlist }: Pick<Person, 'rsvp' | 'waitlist'>): Person['rsvp'] {
  return waitlist === null ? rsvp : 'accepted';
}
