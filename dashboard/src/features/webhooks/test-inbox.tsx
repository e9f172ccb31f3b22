import { Accordion, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { randomKey, type CreateWebhookResponse } from '@tour-events/client';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../shared/confirm-dialog';
import { Instant } from '../../shared/instant';
import { useEveryText } from '../../shared/language';
import { ProblemAlert } from '../../shared/problem-alert';
import { useMay, useSession } from '../session';
import { Source } from './source';
import { createTestInbox, deleteTestInbox, inboxQuery } from './webhooks-queries';

interface Props {
  /** The endpoint that sends there, if there is one already. */
  readonly endpoint: { readonly id: string } | undefined;
  /** With its secret, which is shown once. */
  readonly onCreated: (webhook: CreateWebhookResponse) => void;
}

/** A receiver of the service itself: shows what an endpoint would get, as it comes. */
export function TestInbox({ endpoint, onCreated }: Props) {
  const { webhooks: text, common } = useEveryText();
  const { organization } = useSession();
  const mayCreate = useMay('webhooks.create');
  const mayDelete = useMay('webhooks.delete');
  const [isDeleting, setDeleting] = useState(false);
  const { data: found } = useQuery({ ...inboxQuery, enabled: endpoint !== undefined });
  const inbox = { data: endpoint === undefined ? null : found };
  const key = useRef(randomKey());
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => createTestInbox(text.inbox, key.current),
    onSuccess: onCreated,
  });
  if (inbox.data === undefined || (inbox.data === null && !mayCreate)) return null;
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {text.inbox}
      </Title>
      <Text size="sm" className="prose">
        {text.inboxText}
      </Text>
      {error === null ? null : <ProblemAlert error={error} />}
      {inbox.data === null ? (
        <Group>
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            {text.createInbox}
          </Button>
        </Group>
      ) : (
        <>
          <Source label={text.inboxUrl}>{inbox.data.url}</Source>
          {inbox.data.requests.length === 0 ? <Text c="dimmed">{text.inboxEmpty}</Text> : null}
          <Accordion variant="separated" order={3} aria-label={text.inboxRequests}>
            {inbox.data.requests.map(({ id, headers, body, createdAt }) => (
              <Accordion.Item key={id} value={id}>
                <Accordion.Control>
                  {headers['x-te-event']} · <Instant at={createdAt} zone={organization.timezone} />
                </Accordion.Control>
                <Accordion.Panel>
                  <Stack gap="xs">
                    <Source label={text.head}>
                      {Object.entries(headers)
                        .map(([name, value]) => `${name}: ${value}`)
                        .join('\n')}
                    </Source>
                    <Source label={text.body}>{body}</Source>
                  </Stack>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
          {mayDelete ? (
            <Group>
              <Button variant="default" onClick={() => setDeleting(true)}>
                {text.deleteInbox}
              </Button>
            </Group>
          ) : null}
        </>
      )}
      {isDeleting && endpoint !== undefined ? (
        <ConfirmDialog
          title={text.deleteInboxTitle}
          action={common.delete}
          isFinal
          run={() => deleteTestInbox(endpoint.id)}
          onDone={() => setDeleting(false)}
          onCancel={() => setDeleting(false)}
        >
          {text.deleteInboxText}
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}
