import { Alert, Button, Group, List, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useText } from '../../shared/language';
import { lazyDialog } from '../../shared/lazy-dialog';
import { moneyText } from '../../shared/money';
import { useSending } from '../../shared/use-sending';
import { useDraftKey } from '../session';
import { waitingExpenses, type WaitingExpense } from './waiting-expenses';

const ExpenseForm = lazyDialog(() => import('./expense-form').then((file) => file.ExpenseForm));

/** Expenses that were logged without a connection, over every screen until they are sent. */
export function WaitingExpenses() {
  const { expenses: text } = useText();
  const owner = useDraftKey('expenses');
  const { items: waiting, isWaiting, send } = useSending(waitingExpenses, owner);
  const [editing, setEditing] = useState<WaitingExpense | null>(null);
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
                onClick={() => waitingExpenses.forget(owner, expense.key)}
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
              waitingExpenses.forget(owner, editing.key);
              setEditing(null);
            }}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </Alert>
  );
}
