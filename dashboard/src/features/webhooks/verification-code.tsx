import { Button, CopyButton, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEveryText } from '../../shared/language';
import { Source } from './source';
import { inboxQuery, sendsToInbox } from './webhooks-queries';
import { VERIFIERS, type VerifierLanguage } from './verifiers';

const LANGUAGES = Object.keys(VERIFIERS) as VerifierLanguage[];

/** How a receiver makes sure that a request comes from here. */
export function VerificationCode({ webhookId, url }: { readonly webhookId: string; readonly url: string }) {
  const { webhooks: text, common } = useEveryText();
  const [language, setLanguage] = useState<VerifierLanguage>('Node');
  const code = VERIFIERS[language];
  const requests = useQuery({ ...inboxQuery, enabled: sendsToInbox({ url }) }).data?.requests ?? [];
  const received = requests.find(({ headers }) => headers['x-te-webhook'] === webhookId);
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
      {received === undefined ? null : (
        <>
          <Text size="sm">{text.tryWith}</Text>
          <Source label={text.realHeader}>{text.signatureHeader(received.headers['x-te-signature'] ?? '')}</Source>
          <Source label={text.realBody}>{received.body}</Source>
        </>
      )}
    </Stack>
  );
}
