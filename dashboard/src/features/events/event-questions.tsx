import { Button, Checkbox, Group, Input, Paper, Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { GetInputPropsOptions } from '@mantine/form';
import type { QuestionKind } from '@tour-events/client';
import { useText } from '../../shared/language';
import { choices } from '../../shared/choices';
import { hasOptions, type AskedQuestion } from './asked-questions';

const KINDS = ['text', 'choice', 'choices', 'yes_no'] as const satisfies readonly QuestionKind[];
const MAX_QUESTIONS = 20;

const NEW: AskedQuestion = { id: null, label: '', kind: 'text', options: '', required: false };

interface Props {
  readonly questions: readonly AskedQuestion[];
  /** The properties of the input of one of the form's fields: `questions.0.label`. */
  readonly input: (path: string, options?: GetInputPropsOptions) => object;
  readonly onAdd: (question: AskedQuestion) => void;
  readonly onRemove: (index: number) => void;
}

/** What guests of an event are asked when they answer, in that order. */
export function EventQuestions({ questions, input, onAdd, onRemove }: Props) {
  const { events } = useText();
  const text = events.questions;
  return (
    <Input.Wrapper label={events.fields.questions} labelElement="div">
      <Stack gap="xs">
        {questions.map(({ kind }, index) => (
          <Paper key={index} withBorder p="xs" role="group" aria-label={text.number(index + 1)}>
            <Stack gap="xs">
              <TextInput label={text.label} required {...input(`questions.${index}.label`)} />
              <Group align="flex-end" justify="space-between" gap="xs">
                <Select
                  label={text.kind}
                  data={choices(KINDS, text.kinds)}
                  allowDeselect={false}
                  {...input(`questions.${index}.kind`)}
                />
                <Checkbox
                  label={text.required}
                  mb={8}
                  {...input(`questions.${index}.required`, { type: 'checkbox' })}
                />
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-md"
                  mb={4}
                  aria-label={text.removeNumber(index + 1)}
                  onClick={() => onRemove(index)}
                >
                  {text.remove}
                </Button>
              </Group>
              {hasOptions(kind) ? (
                <Textarea
                  label={text.options}
                  description={text.optionsHelp}
                  required
                  autosize
                  minRows={2}
                  {...input(`questions.${index}.options`)}
                />
              ) : null}
            </Stack>
          </Paper>
        ))}
        {questions.length >= MAX_QUESTIONS ? null : (
          <Button variant="default" size="compact-md" style={{ alignSelf: 'flex-start' }} onClick={() => onAdd(NEW)}>
            {text.add}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
