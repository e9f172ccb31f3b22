import type { FieldProblem } from '../../../kernel/problems';

/** What is wrong with the times of an event. */
export function timesProblem(event: {
  startsAt?: Date | string | null;
  endsAt?: Date | string | null;
}): FieldProblem | null {
  const { startsAt, endsAt } = event;
  if (startsAt == null || endsAt == null || new Date(endsAt) >= new Date(startsAt)) return null;
  return { field: 'endsAt', code: 'ends_before_start', message: 'endsAt must not be before startsAt.' };
}
