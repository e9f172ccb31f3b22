import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListGuestEventsResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { questionsQuery } from '../event-guests';

type GuestEvent = ListGuestEventsResponse['data'][number];

interface Props {
  readonly one: GuestEvent;
  readonly onClose: () => void;
}

/** What a guest answered to the questions of an event. */
export function AnswersDialog({ one: { event, answers }, onClose }: Props) {
  const { guests: text, common } = useText();
  const { data, error } = useQuery(questionsQuery(event.id));
  return (
    <Modal
      opened
      onClose={onClose}
      title={text.answersTo(event.name)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {error === null ? null : <ProblemAlert error={error} />}
      {data === undefined && error === null ? <Skeleton h={60} data-loading aria-busy="true" /> : null}
      <Stack component="dl" gap="xs" m={0}>
        {(data ?? [])
          .filter(({ id }) => answers[id] !== undefined)
          .map(({ id, label }) => (
            <div key={id}>
              <Text component="dt" size="sm" c="dimmed">
                {label}
              </Text>
              <Text component="dd" m={0} className="prose">
                {answerText(answers[id]!, common)}
              </Text>
            </div>
          ))}
      </Stack>
    </Modal>
  );
}

function answerText(answer: GuestEvent['answers'][string], { yes, no }: { readonly yes: string; readonly no: string }) {
  if (typeof answer === 'boolean') return answer ? yes : no;
  return typeof answer === 'string' ? answer : answer.join(', ');
}
