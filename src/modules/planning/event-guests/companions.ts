import { tooManyValues, type FieldProblem } from '../../../kernel/problems';
import { NestedList, Text } from '../../../platform/fields/fields';
import { MAX_PLUS_ONES } from '../events';
import type { Companion } from './event-guest.entity';

export const MAX_COMPANION_NAME = 200;
export const MAX_COMPANION_DIETARY = 1000;
const NAME = { min: 1, max: MAX_COMPANION_NAME, example: 'Byron Lovelace' } as const;
const DIETARY = { max: MAX_COMPANION_DIETARY, presence: 'nullable', example: 'No nuts' } as const;

/** Somebody whom a guest brings, in a request. */
export class CompanionInput {
  @Text(NAME) name: string;
  @Text(DIETARY) dietary?: string | null;
}

/** Somebody whom a guest brings, as the API shows them. */
export class CompanionView implements Companion {
  @Text(NAME) readonly name: string;
  @Text(DIETARY) readonly dietary: string | null;
}

const LIST = {
  max: MAX_PLUS_ONES,
  description:
    'Whom the guest brings, as far as their names are known: at most `plusOnes` of them. With fewer `plusOnes` the last ' +
    'ones are gone.',
} as const;

/** The field with the companions of a request; they replace all there were. */
export function Companions(): PropertyDecorator {
  return NestedList(() => CompanionInput, { ...LIST, presence: 'optional' });
}

/** The field with the companions of a response. */
export function ShownCompanions(): PropertyDecorator {
  return NestedList(() => CompanionView, { ...LIST, personal: true });
}

/**
 * Whom a guest brings after a change.
 *
 * @param sent what the change says of them, if anything
 * @param problems take what is wrong with it
 */
export function companionsOf(
  { companions: before }: { readonly companions: readonly Companion[] },
  sent: readonly CompanionInput[] | undefined,
  { rsvp, plusOnes }: { readonly rsvp: string; readonly plusOnes: number },
  problems: FieldProblem[],
): readonly Companion[] {
  // Who has declined brings nobody, whatever is sent.
  if (rsvp === 'declined') return before.length === 0 ? before : [];
  if (sent === undefined) return before.length > plusOnes ? before.slice(0, plusOnes) : before;
  if (sent.length > plusOnes) problems.push(tooManyValues('companions', plusOnes));
  return sent.map(({ name, dietary }) => ({ name, dietary: dietary || null }));
}

/** Companions in a cell of CSV. */
export const companionsText = (companions: readonly Companion[]): string => companions.map(companionText).join('|');

/** `Name (dietary)`, so that an import reads the same again: what stands in the last brackets is what somebody eats. */
function companionText({ name, dietary }: Companion): string {
  const text = dietary === null && !name.endsWith(')') ? name : `${name} (${dietary ?? ''})`;
  return text.replaceAll('|', '/');
}
