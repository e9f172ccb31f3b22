import type { FunctionComponent } from 'react';
import type { Versioned } from './api';
import { useListSearch } from './list-search';
import type { FormProps } from './resource';

interface Props<Item> {
  readonly Form: FunctionComponent<FormProps<Item>>;
  /** Null for a new one. */
  readonly record: Versioned<Item> | null;
  /** Left out, the form closes. */
  readonly onDone?: (record: Item) => void;
}

/** The form of a page's record while the address says `form=edit`; on a list `form=new`. */
export function OpenForm<Item>({ Form, record, onDone }: Props<Item>) {
  const { search, filter } = useListSearch();
  const close = () => filter({ form: undefined });
  if (search['form'] !== (record === null ? 'new' : 'edit')) return null;
  return <Form record={record} onDone={onDone ?? close} onClose={close} />;
}
