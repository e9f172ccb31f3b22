import { ApiError } from '@tour-events/client';

type Asker = () => Promise<boolean>;
let asker: Asker | null = null;

/** Sets what asks readers to show who they are; gives a function that takes it away again. */
export function setReauthPrompt(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/**
 * Does what the service does only for a fresh session: where it asks who the reader is, so does a dialog in place, and the
 * work goes on.
 *
 * @param send the second time it is another request, and takes another Idempotency-Key
 */
export async function withReauthentication<Result>(send: (isAgain: boolean) => Promise<Result>): Promise<Result> {
  try {
    return await send(false);
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'reauthentication_required';
    if (!isAsked || asker === null || !(await asker())) throw error;
    return send(true);
  }
}
