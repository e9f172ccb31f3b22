import { Injectable } from '@nestjs/common';
import { Conflict, NotFound, ValidationFailed, type FieldProblem } from '../../../kernel/problems';
import { readShape } from '../../../platform/fields/field-definitions';
import { RsvpAnswers } from './rsvp-answers.service';
import type { FormOutcome } from './rsvp-fields';
import { RsvpForm } from './rsvp-form';
import { CHANGED } from './rsvp-page';
import { AnswerRsvp } from './rsvp.dto';
import { RsvpService } from './rsvp.service';

/** Answers that guests give by the form of their page. */
@Injectable()
export class RsvpForms {
  constructor(
    private readonly rsvp: RsvpService,
    private readonly answers: RsvpAnswers,
  ) {}

  /**
   * Like {@link RsvpAnswers.answer}, with the fields of a form. What stands in the way is the outcome.
   *
   * @throws NotFound when the link is not valid (any more)
   */
  async answer(token: string, text: string): Promise<FormOutcome> {
    const form = new RsvpForm(text);
    const { event } = await this.rsvp.read(token);
    const { answer, inputName } = form.read(event.questions);
    const wrongIn = (problems: readonly FieldProblem[]): FormOutcome => ({
      form,
      wrong: new Map(problems.map(({ field, code }) => [inputName(field), code])),
    });
    const read = readShape(AnswerRsvp, answer);
    if ('problems' in read) return wrongIn(read.problems);
    try {
      await this.answers.answer(token, read.input);
      return { saved: true };
    } catch (error) {
      if (error instanceof ValidationFailed) return wrongIn(error.errors);
      if (error instanceof Conflict) return { form, problem: error.code };
      // Somebody is not of the party any more.
      if (error instanceof NotFound && error.errors !== undefined) return { form, problem: CHANGED };
      throw error;
    }
  }
}
