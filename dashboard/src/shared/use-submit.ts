import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ApiError, ConnectionError, randomKey } from '@tour-events/client';
import { useEffect, useRef, useState } from 'react';
import { useText } from './language';
import { fieldText, problemText, WAITING } from './problems';

interface Options<Values, Result> {
  /** Sends what was typed. `idempotencyKey` stays the same until the service has taken it, so that it is taken once. */
  readonly send: (values: Values, idempotencyKey: string) => Promise<Result>;
  readonly onSuccess: (result: Result) => void | Promise<void>;
  /** Deals with an error itself: true when there is nothing more to show. */
  readonly onError?: (error: unknown) => boolean;
  /** The form's fields for fields of the API that have other names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The form's fields that problems without `errors[]` are about, by code: `over_capacity` is that of the capacity. */
  readonly problemFields?: Readonly<Record<string, string>>;
}

export interface Submission<Values> {
  readonly submit: (values: Values) => void;
  readonly isPending: boolean;
  /** What belongs to no field of the form. */
  readonly error: unknown;
}

/** How long to wait before the same is sent again over a connection that was gone. */
const RETRY_MS = 4_000;

/**
 * Sends a form: an error stands at its field (`errors[].field`), the first one gets the focus, and what was typed stays.
 * While the service cannot be reached that is said, and the same is sent again, once the connection is back at the
 * latest; unless something else has been typed meanwhile.
 */
export function useSubmit<Values extends Record<string, unknown>, Result>(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Mantine's own helpers take any form, too.
  form: UseFormReturnType<Values, any>,
  { send, onSuccess, onError, fields = {}, problemFields = {} }: Options<Values, Result>,
): Submission<Values> {
  const { problems } = useText();
  const key = useRef(randomKey());
  const fieldOf = ({ code }: ApiError): string | undefined => problemFields[code];
  const [isWaiting, setWaiting] = useState(false);
  const mutation = useMutation({
    // Else TanStack Query would keep it back without a word while the browser believes to be offline.
    networkMode: 'always',
    mutationFn: (values: Values) => send(values, key.current),
    onSuccess: async (result) => {
      key.current = randomKey();
      setWaiting(false);
      await onSuccess(result);
    },
    onError: (error) => {
      setWaiting(error instanceof ConnectionError);
      // Corrected values are another request; without a response nobody knows whether this one was taken.
      if (error instanceof ApiError && !error.isTemporary) key.current = randomKey();
      if (onError?.(error) === true || !(error instanceof ApiError)) return;
      const found = error.errors
        .map((problem) => ({ field: fields[problem.field] ?? problem.field, text: fieldText(problem, problems) }))
        .concat(fieldOf(error) === undefined ? [] : { field: fieldOf(error)!, text: problemText(error, problems) })
        .filter(({ field }) => form.getInputNode(field) !== null);
      form.setErrors(Object.fromEntries(found.map(({ field, text }) => [field, text])));
      if (found.length > 0) form.getInputNode(found[0]!.field)?.focus();
    },
  });
  const { error, variables, isPending, mutate } = mutation;
  useEffect(() => {
    if (!isWaiting || isPending || variables === undefined) return;
    const again = () => {
      if (JSON.stringify(form.getValues()) === JSON.stringify(variables)) mutate(variables);
      else setWaiting(false);
    };
    const timer = setTimeout(again, RETRY_MS);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [form, isPending, isWaiting, mutate, variables]);
  const isShownAtFields =
    error instanceof ApiError &&
    (fieldOf(error) !== undefined ||
      (error.errors.length > 0 &&
        error.errors.every(({ field }) => form.getInputNode(fields[field] ?? field) !== null)));
  return { submit: mutate, isPending, error: isWaiting ? WAITING : isShownAtFields ? null : error };
}
