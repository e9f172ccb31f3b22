import { Button, Group, Menu, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog } from '../../shared/delete-dialog';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { Empty, EmptyPost } from '../../shared/page';
import { ProblemAlert } from '../../shared/problem-alert';
import { RowMenu } from '../../shared/row-menu';
import { Status } from '../../shared/status';
import { TextLink } from '../../shared/text-link';
import { instantText } from '../../shared/time';
import { deleteRule, rulesQuery, updateRule, type ListedRule, type RuleParent } from './rules-queries';
import { useRuleSentence } from './use-rule-sentence';

const RuleForm = lazyDialog(() => import('./rule-form').then((file) => file.RuleForm));

interface Props {
  readonly parent: RuleParent;
  /** In which times are shown. */
  readonly zone: string;
  /** The tour of the event, whose rules write to its guests, too. */
  readonly tourId?: string | null;
}

/** The rules of an event or a tour, as sentences, with what each sends next. */
export function MessageRules({ parent, zone, tourId }: Props) {
  const { messageRules: text } = useText();
  const { data, error } = useQuery(rulesQuery(parent));
  const [form, setForm] = useState<'new' | ListedRule | null>(null);
  // A tour is for its dates first.
  const add = (
    <Button variant={parent.kind === 'tour' ? 'default' : 'filled'} onClick={() => setForm('new')}>
      {text.new}
    </Button>
  );
  return (
    <Stack component="section" aria-label={text.title}>
      {data !== undefined && data.length > 0 ? <Group justify="flex-end">{add}</Group> : null}
      {error === null ? null : <ProblemAlert error={error} />}
      {data === undefined && error === null ? <Skeleton h={80} data-loading /> : null}
      {data?.length === 0 ? (
        <Empty picture={<EmptyPost />} action={add}>
          {text.empty}
        </Empty>
      ) : null}
      {data?.map((rule) => (
        <OneRule key={rule.id} rule={rule} zone={zone} isOfTour={parent.kind === 'tour'} onEdit={() => setForm(rule)} />
      ))}
      {tourId == null ? null : (
        <TextLink size="sm" to="/tours/$tourId" params={{ tourId }}>
          {text.ofTour}
        </TextLink>
      )}
      {form === null ? null : (
        <RuleForm parent={parent} rule={form === 'new' ? null : form} onClose={() => setForm(null)} />
      )}
    </Stack>
  );
}

interface RuleProps {
  readonly rule: ListedRule;
  readonly zone: string;
  readonly isOfTour: boolean;
  readonly onEdit: () => void;
}

function OneRule({ rule, zone, isOfTour, onEdit }: RuleProps) {
  const { messageRules: text, common } = useText();
  const sentenceOf = useRuleSentence();
  const [isDeleting, setDeleting] = useState(false);
  const toggle = useMutation({ mutationFn: () => updateRule(rule.id, { active: !rule.active }) });
  return (
    <Paper withBorder p="sm" component="article" aria-label={rule.name}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4}>
          <Group gap="xs">
            <Text fw={600} dir="auto">
              {rule.name}
            </Text>
            {rule.active ? null : <Status tone="neutral">{text.off}</Status>}
          </Group>
          <Text size="sm">{sentenceOf(rule)}</Text>
          {rule.active ? <Next rule={rule} zone={zone} isOfTour={isOfTour} /> : null}
          {toggle.error === null ? null : <ProblemAlert error={toggle.error} />}
        </Stack>
        <RowMenu label={text.actions(rule.name)}>
          <Menu.Item onClick={onEdit}>{common.edit}</Menu.Item>
          <Menu.Item onClick={() => toggle.mutate()}>{rule.active ? text.pause : text.resume}</Menu.Item>
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            {common.delete}
          </Menu.Item>
        </RowMenu>
      </Group>
      {isDeleting ? (
        <DeleteDialog
          text={text}
          name={rule.name}
          run={() => deleteRule(rule.id)}
          onDone={() => setDeleting(false)}
          onCancel={() => setDeleting(false)}
        />
      ) : null}
    </Paper>
  );
}

function Next({ rule, zone, isOfTour }: Pick<RuleProps, 'rule' | 'zone' | 'isOfTour'>) {
  const { messageRules: text } = useText();
  const { next } = rule;
  if (next == null)
    return (
      <Text size="sm" c="dimmed">
        {text.noNext}
      </Text>
    );
  const when = instantText(next.at, zone);
  return (
    <Text size="sm" c="dimmed">
      {isOfTour ? text.nextOf(next.eventName, when, next.recipients) : text.next(when, next.recipients)}
    </Text>
  );
}
