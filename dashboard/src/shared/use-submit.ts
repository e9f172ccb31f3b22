import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ApiError, randomKey } from '@tour-events/client';
import { useRef } from 'react';
import { useText } from './language';
import { fieldText } from './problems';

interface Options<Values, Result> {
  /** Sends what was typed. `idempotencyKey` stays the same until the service has taken it, so that it is taken once. */
  readonly send: (values: Values, idempotencyKey: string) => Promise<Result>;
  readonly onSuccess: (result: Result) => void | Promise<void>;
  /** Deals with an error itself: true when there is nothing more to show. */
  readonly onError?: (error: unknown) => boolean;
  /** The form's fields for fields of the API that have other names. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface Submission<Values> {
  readonly submit: (values: Values) => void;
  readonly isPending: boolean;
  /** What belongs to no field of the form. */
  readonly error: unknown;
}

/**
 * Sends a form: an error stands at its field (`errors[].field`), the first one gets the focus, and what was typed stays.
 */
export function useSubmit<Values extends Record<string, unknown>, Result>(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Mantine's own helpers take any form, too.
  form: UseFormReturnType<Values, any>,
  { send, onSuccess, onError, fields = {} }: Options<Values, Result>,
): Submission<Values> {
  const { problems } = useText();
  const key = useRef(randomKey());
  const mutation = useMutation({
    mutationFn: (values: Values) => send(values, key.current),
    onSuccess: async (result) => {
      key.current = randomKey();
      await onSuccess(result);
    },
    onError: (error) => {
      // Corrected values are another request; without a response nobody knows whether this one was taken.
      if (error instanceof ApiError && !error.isTemporary) key.current = randomKey();
      if (onError?.(error) === true || !(error instanceof ApiError)) return;
      const found = error.errors
        .map((problem) => ({ field: fields[problem.field] ?? problem.field, text: fieldText(problem, problems) }))
        .filter(({ field }) => form.getInputNode(field) !== null);
      form.setErrors(Object.fromEntries(found.map(({ field, text }) => [field, text])));
      if (found.length > 0) form.getInputNode(found[0]!.field)?.focus();
    },
  });
  const { error } = mutation;
  const isShownAtFields =
    error instanceof ApiError &&
    error.errors.length > 0 &&
    error.errors.every(({ field }) => form.getInputNode(fields[field] ?? field) !== null);
  return { submit: mutation.mutate, isPending: mutation.isPending, error: isShownAtFields ? null : error };
}
