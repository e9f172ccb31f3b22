import './organization.css';
import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useEveryText } from '../../shared/language';

const PAUSE_MS = 400;

/** The image behind the address that is being typed, or that there is none. */
export function LogoPreview({ url }: { readonly url: string }) {
  const { organization: text } = useEveryText();
  const [shown] = useDebouncedValue(url.trim(), PAUSE_MS);
  const [broken, setBroken] = useState<string | null>(null);
  if (!/^https?:\/\/\S+$/.test(shown) || !URL.canParse(shown)) return null;
  if (broken === shown) {
    return (
      <Text size="sm" role="status">
        {text.logoBroken}
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {text.preview}
      </Text>
      <img
        className="logo-preview"
        src={shown}
        alt={text.logoAlt}
        // The image's host learns nothing of who uses this.
        referrerPolicy="no-referrer"
        onError={() => setBroken(shown)}
      />
    </Stack>
  );
}
