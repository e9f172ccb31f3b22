import { Button, Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Noun } from '../locales/en/lists';
import { ConfirmDialog } from './confirm-dialog';
import { useText } from './language';
import { useListSearch } from './list-search';
import { Empty, Page } from './page';
import { RecordTable, type Column, type PageOfRows } from './record-table';
import { RowMenu } from './row-menu';

interface Props<Row> {
  readonly title: string;
  readonly noun: Noun;
  readonly list: { readonly data: PageOfRows<Row> | undefined; readonly error: unknown; readonly isFetching: boolean };
  readonly columns: readonly Column<Row>[];
  /** The parameter of the address that names the record whose form is open: `?form=edit&plan=<id>`. */
  readonly parameter: string;
  /** The form of a record, or of a new one, in a dialog. */
  readonly form: (id: string | null, close: () => void) => ReactNode;
  readonly canEdit?: (row: Row) => boolean;
  readonly remove: (id: string) => Promise<void>;
  readonly nameOf: (row: Row) => string;
  readonly text: {
    readonly new: string;
    readonly empty: string;
    readonly actionsFor: (name: string) => string;
    readonly deleteTitle: (name: string) => string;
    readonly deleteText: string;
  };
}

/** A screen of records that are made, changed and deleted in dialogs over their list. */
export function EditableList<Row extends { readonly id: string }>(props: Props<Row>) {
  const { title, list, parameter, form, canEdit = () => true, remove, nameOf, text } = props;
  const { common } = useText();
  const { search, filter } = useListSearch();
  const [deleting, setDeleting] = useState<Row | null>(null);
  const add = <Button onClick={() => filter({ form: 'new' })}>{text.new}</Button>;
  const close = () => filter({ form: undefined, [parameter]: undefined });
  const id = search[parameter];
  const actions: Column<Row> = {
    key: 'actions',
    title: common.actions,
    titleHidden: true,
    align: 'right',
    phone: 'first',
    render: (row) => (
      <RowMenu label={text.actionsFor(nameOf(row))}>
        {canEdit(row) ? (
          <Menu.Item onClick={() => filter({ form: 'edit', [parameter]: row.id })}>{common.edit}</Menu.Item>
        ) : null}
        <Menu.Item color="red" onClick={() => setDeleting(row)}>
          {common.delete}
        </Menu.Item>
      </RowMenu>
    ),
  };
  return (
    <Page title={title} actions={add}>
      <RecordTable
        caption={title}
        noun={props.noun}
        columns={[...props.columns, actions]}
        list={list}
        empty={<Empty action={add}>{text.empty}</Empty>}
      />
      {search['form'] === 'new' ? form(null, close) : null}
      {search['form'] === 'edit' && typeof id === 'string' ? form(id, close) : null}
      {deleting === null ? null : (
        <ConfirmDialog
          title={text.deleteTitle(nameOf(deleting))}
          action={common.delete}
          isFinal
          run={() => remove(deleting.id)}
          onDone={() => setDeleting(null)}
          onCancel={() => setDeleting(null)}
        >
          {text.deleteText}
        </ConfirmDialog>
      )}
    </Page>
  );
}
