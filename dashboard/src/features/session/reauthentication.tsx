import { Suspense, useEffect, useState } from 'react';
import { setReauthPrompt } from '../../shared/with-reauthentication';
import { lazyDialog } from '../../shared/lazy-dialog';

// Loaded apart: hardly anybody needs it, and nobody at first.
const ReauthenticationDialog = lazyDialog<{ readonly onClose: (isFresh?: boolean) => void }>(() =>
  import('./reauthentication-dialog').then((file) => file.ReauthenticationDialog),
);

/** Asks who the reader is, in place, whenever something needs a fresh session; see `withReauthentication`. */
export function Reauthentication() {
  const [answer, setAnswer] = useState<((isFresh: boolean) => void) | null>(null);
  useEffect(() => setReauthPrompt(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  if (answer === null) return null;
  return (
    <Suspense>
      <ReauthenticationDialog
        onClose={(isFresh = false) => {
          setAnswer(null);
          answer(isFresh);
        }}
      />
    </Suspense>
  );
}
