import { Button, CopyButton, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../shared/language';
import { Source } from './source';
import { VERIFIERS, type VerifierLanguage } from './verifiers';

const LANGUAGES = Object.keys(VERIFIERS) as VerifierLanguage[];

/** How a receiver makes sure that a request comes from here. */
export function VerificationCode() {
  const { webhooks: text, common } = useText();
  const [language, setLanguage] = useState<VerifierLanguage>('Node');
  const code = VERIFIERS[language];
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {text.verify}
      </Title>
      <Text size="sm" className="prose">
        {text.verifyText}
      </Text>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={text.programmingLanguage}
          data={LANGUAGES}
          value={language}
          onChange={(chosen) => setLanguage(chosen as VerifierLanguage)}
        />
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? common.copied : common.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Source label={text.codeIn(language)}>{code}</Source>
    </Stack>
  );
}
