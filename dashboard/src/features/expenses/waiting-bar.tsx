import { Alert, Button, Group, List, Text } from '@mantine/core';
import { useInterval, useWindowEvent } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-part';
import { moneyText } from '../../shared/money';
import { fieldText, problemText } from '../../shared/problems';
import { useDraftKey } from '../session';
import { forgetExpense, sendWaiting, useWaitingExpenses, type WaitingExpense } from './waiting-expenses';

const RETRY_MS = 15_000;

const ExpenseForm = lazyDialog(() => import('./expense-form').then((file) => file.ExpenseForm));

/** Expenses that were logged without a connection, over every screen until they are sent. */
export function WaitingExpenses() {
  const { expenses: text, problems } = useText();
  const owner = useDraftKey('expenses');
  const waiting = useWaitingExpenses(owner);
  const [editing, setEditing] = useState<WaitingExpense | null>(null);
  const isWaiting = waiting.some(({ problem }) => problem === null);
  const send = () =>
    void sendWaiting(owner, (error) =>
      error.errors.length > 0
        ? error.errors.map((field) => fieldText(field, problems)).join(' ')
        : problemText(error, problems),
    );
  useWindowEvent('online', send);
  const clock = useInterval(send, RETRY_MS);
  useEffect(() => {
    if (!isWaiting) return clock.stop();
    // Such as after a reload; the one that was kept just now fails once more, unseen.
    send();
    clock.start();
    return clock.stop;
  }, [isWaiting]); // eslint-disable-line react-hooks/exhaustive-deps -- `send` and `clock` are new on every render
  if (waiting.length === 0) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      mb="md"
      className="no-print"
      title={(isWaiting ? text.waiting : text.refused)(waiting.length)}
    >
      <List size="sm" listStyleType="none" spacing={4}>
        {waiting.map((expense) => (
          <List.Item key={expense.key}>
            <Group gap="xs">
              <Text size="sm">
                {moneyText(expense.body.amount, expense.body.currency ?? '')} · {expense.body.category} ·{' '}
                {expense.eventName}
              </Text>
              {expense.problem === null ? null : (
                <>
                  <Text size="sm" c="var(--mantine-color-error)">
                    {expense.problem}
                  </Text>
                  <Button size="compact-xs" variant="default" onClick={() => setEditing(expense)}>
                    {text.editWaiting}
                  </Button>
                </>
              )}
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`${text.discardWaiting}: ${expense.body.category}`}
                onClick={() => forgetExpense(owner, expense.key)}
              >
                {text.discardWaiting}
              </Button>
            </Group>
          </List.Item>
        ))}
      </List>
      {isWaiting ? (
        <Button size="xs" mt="xs" variant="default" onClick={send}>
          {text.sendWaiting}
        </Button>
      ) : null}
      {editing === null ? null : (
        <Suspense fallback={null}>
          <ExpenseForm
            expense={null}
            eventId={null}
            waiting={editing}
            onDone={() => {
              forgetExpense(owner, editing.key);
              setEditing(null);
            }}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </Alert>
  );
}
