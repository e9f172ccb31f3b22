import { Id, Integer, ListOf, Text } from '../../../platform/fields/fields';
import type { Needs } from './needs';

const PEOPLE = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 2 } as const;

export class CountedValueView {
  @Text({ max: 2000, description: 'As most of them spell it.', example: 'Vegetarian' }) readonly value: string;
  @Integer(PEOPLE) readonly people: number;
}

class CountedQuestionView {
  @Id({ of: 'question' }) readonly id: string;
  @Text({ max: 200, example: 'Which starter?' }) readonly label: string;
  @ListOf(() => CountedValueView, { description: '`yes` and `no` of questions of that kind. Most people first.' })
  readonly values: readonly CountedValueView[];
  @Integer({ ...PEOPLE, description: 'Guests who accepted and have not answered it.' }) readonly unanswered: number;
}

/** What those who come need, as the API shows it. */
export class NeedsView implements Needs {
  @Integer({ ...PEOPLE, description: 'Those who accepted, and whom they bring.' }) readonly people: number;
  @ListOf(() => CountedValueView, {
    description: 'What guests and companions eat; what is spelled alike is counted together. Most people first.',
  })
  readonly dietary: readonly CountedValueView[];
  @ListOf(() => CountedQuestionView, { description: 'The questions of the event. An answer counts one person.' })
  readonly questions: readonly CountedQuestionView[];
}
