import './organization.css';
import { ActionIcon, Button, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Bars3Icon, XMarkIcon } from '../../shared/icons';
import { useEveryText } from '../../shared/language';
import type { Profile } from './organization-queries';
import { useReorder } from './use-reorder';

const FIELD = 'expenseCategories';

/** The expense categories in their order: renamed in place, dragged by pointer, or moved by Space and arrows. */
export function CategoryEditor({ form }: { readonly form: UseFormReturnType<Profile> }) {
  const { organization: text, common } = useEveryText();
  const [added, setAdded] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const categories = form.values[FIELD];
  const change = (next: string[]) => form.setFieldValue(FIELD, next);
  const { announcement, grabbed, list, handle } = useReorder(categories, change);
  const add = () => {
    const name = added.trim();
    if (name === '') return input.current?.focus();
    if (categories.includes(name)) return form.setFieldError(FIELD, text.categoryTwice);
    change([...categories, name]);
    setAdded('');
    input.current?.focus();
  };
  const remove = (index: number) => {
    change(categories.filter((_, other) => other !== index));
    input.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <Stack gap="xs" role="group" aria-label={text.fields[FIELD]} maw={480}>
      <Text size="sm" c="dimmed" id="category-help">
        {text.categoriesText}
      </Text>
      <ol className="category-list" ref={list}>
        {categories.map((category, index) => (
          // The order is what changes, so a place is what stays.
          <li key={index} className="category" data-index={index} data-grabbed={grabbed === index || undefined}>
            <ActionIcon
              variant="subtle"
              color="gray"
              className="category-handle"
              aria-label={text.move(category)}
              aria-describedby="category-help"
              aria-pressed={grabbed === index}
              {...handle(index)}
            >
              <Bars3Icon width={16} aria-hidden />
            </ActionIcon>
            <TextInput
              aria-label={text.category(index + 1)}
              size="xs"
              flex={1}
              maxLength={50}
              value={category}
              onChange={({ currentTarget }) => change(categories.with(index, currentTarget.value))}
            />
            <ActionIcon variant="subtle" color="gray" aria-label={text.remove(category)} onClick={() => remove(index)}>
              <XMarkIcon width={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status" aria-live="assertive">
        {announcement}
      </VisuallyHidden>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          ref={input}
          flex={1}
          label={text.newCategory}
          maxLength={50}
          value={added}
          onChange={({ currentTarget }) => {
            setAdded(currentTarget.value);
            form.clearFieldError(FIELD);
          }}
          onKeyDown={onKey}
          error={form.errors[FIELD]}
          data-path={FIELD}
        />
        <Button variant="default" mt={24} onClick={add}>
          {common.add}
        </Button>
      </Group>
    </Stack>
  );
}
