import { Checkbox, Group, Select, Skeleton, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { GetEventResponse, ListEventGuestsResponse } from '@tour-events/client';
import { useText } from '../../shared/language';
import { Modal } from '../../shared/modal';
import { ProblemAlert } from '../../shared/problem-alert';
import { RecordForm } from '../../shared/record-form';
import { useDraftKey } from '../session';
import { answer, questionsQuery } from './event-guests-queries';

type EventGuest = Pick<ListEventGuestsResponse['data'][number], 'id' | 'eventId' | 'guest' | 'answers'>;
type Question = GetEventResponse['questions'][number];
type Answer = EventGuest['answers'][string];

interface Props {
  readonly eventGuest: EventGuest;
  readonly onClose: () => void;
}

/** What a guest answers to the questions of an event, as a planner writes it down. Nothing has to be answered. */
export function AnswersForm({ eventGuest, onClose }: Props) {
  const { eventGuests: text, common } = useText();
  const { data: questions, error } = useQuery(questionsQuery(eventGuest.eventId));
  if (questions !== undefined) return <Form eventGuest={eventGuest} questions={questions} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={onClose}
      title={text.answersTitle(eventGuest.guest.name)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {error === null ? <Skeleton h={120} data-loading aria-busy="true" /> : <ProblemAlert error={error} />}
    </Modal>
  );
}

/** What a field has: texts, the options that are chosen; nothing where nothing is answered. */
type Filled = string | string[] | null;

function Form({ eventGuest, questions, onClose }: Props & { readonly questions: readonly Question[] }) {
  const { eventGuests: text } = useText();
  const { id, eventId, guest, answers } = eventGuest;
  const form = useForm({
    initialValues: {
      answers: Object.fromEntries(questions.map((question) => [question.id, filledOf(question, answers[question.id])])),
    },
  });
  return (
    <RecordForm
      title={text.answersTitle(guest.name)}
      form={form}
      draftKey={useDraftKey(`answers ${id}`)}
      etag={null}
      send={(values) =>
        answer(eventId, id, {
          answers: Object.fromEntries(
            questions.flatMap((question) => {
              const filled = values.answers[question.id]!;
              const isSame = JSON.stringify(filled) === JSON.stringify(filledOf(question, answers[question.id]));
              return isSame ? [] : [[question.id, answerOf(question, filled)]];
            }),
          ),
        })
      }
      onDone={onClose}
      onClose={onClose}
    >
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          before={answers[question.id]}
          input={form.getInputProps(`answers.${question.id}`)}
        />
      ))}
    </RecordForm>
  );
}

interface FieldProps {
  readonly question: Question;
  readonly before: Answer | undefined;
  readonly input: object;
}

function QuestionField({ question: { label, kind, options }, before, input }: FieldProps) {
  const { eventGuests: text, common } = useText();
  const title = <span className="prose">{label}</span>;
  // An option that is not offered any more stays where it was chosen.
  const chosen = typeof before === 'boolean' || before === undefined ? [] : [before].flat();
  const offered = [...new Set([...options, ...(kind === 'text' ? [] : chosen)])];
  const select = {
    label: title,
    placeholder: text.notAnswered,
    clearable: true,
    clearButtonProps: { 'aria-label': common.clear },
    ...input,
  };
  switch (kind) {
    case 'text':
      return <Textarea label={title} autosize minRows={1} {...input} />;
    case 'yes_no':
      return (
        <Select
          {...select}
          data={[
            { value: 'true', label: common.yes },
            { value: 'false', label: common.no },
          ]}
        />
      );
    case 'choice':
      return <Select {...select} data={offered} />;
    case 'choices':
      return (
        <Checkbox.Group label={title} {...input}>
          <Group gap="md" mt="xs">
            {offered.map((option) => (
              <Checkbox key={option} value={option} label={<span className="prose">{option}</span>} />
            ))}
          </Group>
        </Checkbox.Group>
      );
  }
}

function filledOf({ kind }: Question, answered: Answer | undefined): Filled {
  if (kind === 'choices') return Array.isArray(answered) ? [...answered] : [];
  if (answered !== undefined) return String(answered);
  return kind === 'text' ? '' : null;
}

/** Null takes an answer back. */
function answerOf({ kind }: Question, filled: Filled): Answer | null {
  if (filled === null || filled.length === 0) return null;
  return kind === 'yes_no' ? filled === 'true' : filled;
}
