import { Alert, Button, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useText } from './language';

const PREFIX = 'te-draft ';
const PAUSE_MS = 400;

interface Draft {
  /** The bar that offers an earlier draft, if there is one. */
  readonly bar: React.ReactNode;
  /** Forgets the draft, once it is saved or given up. */
  readonly forget: () => void;
}

/**
 * Keeps what is typed into a form in this browser until it is saved, and offers it after a reload or a crash.
 *
 * @param key of the form and the record; drafts belong to one user in one organization, which are part of it. Null for a
 *   form that has nothing to keep
 */
export function useDraft<Values extends Record<string, unknown>>(
  key: string | null,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Mantine's own helpers take any form, too.
  form: UseFormReturnType<Values, any>,
): Draft {
  const { drafts } = useText();
  const place = key === null ? null : PREFIX + key;
  const [offered, setOffered] = useState(() => (place === null ? null : readDraft<Values>(place)));
  const forget = () => {
    if (place !== null) localStorage.removeItem(place);
    setOffered(null);
  };
  useEffect(() => {
    if (place === null) return undefined;
    const keep = () => {
      if (form.isDirty()) localStorage.setItem(place, JSON.stringify(form.getValues()));
    };
    const timer = setInterval(keep, PAUSE_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [form, place]);
  if (offered === null) return { bar: null, forget };
  const restore = () => {
    form.setValues(offered);
    setOffered(null);
  };
  const bar = (
    <Alert color="yellow" variant="light" py="xs">
      <Group justify="space-between">
        <Text size="sm">{drafts.offer}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={forget}>
            {drafts.discard}
          </Button>
          <Button size="xs" onClick={restore}>
            {drafts.restore}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
  return { bar, forget };
}

/** Forgets all drafts of this browser, when somebody signs out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}

function readDraft<Values>(place: string): Values | null {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null') as Values | null;
  } catch {
    return null;
  }
}
