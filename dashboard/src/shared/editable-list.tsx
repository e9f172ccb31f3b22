import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FunctionComponent } from 'react';
import type { Noun } from '../locales/en/lists';
import { DeleteDialog } from './delete-dialog';
import type { Versioned } from './api';
import { useText } from './language';
import { useListSearch } from './list-search';
import { Empty, Page } from './page';
import { RecordTable, type Column, type PageOfRows } from './record-table';
import type { Reading } from './reading';
import type { FormProps } from './resource';
import { RowMenu } from './row-menu';

interface EditableResource<Item> {
  readonly name: string;
  readonly one: (id: string) => Reading<Versioned<Item>>;
  readonly remove: (id: string) => Promise<void>;
}

interface Props<Row, Item> {
  readonly title: string;
  readonly noun: Noun;
  readonly list: { readonly data: PageOfRows<Row> | undefined; readonly error: unknown; readonly isFetching: boolean };
  readonly columns: readonly Column<Row>[];
  /** Its name is the parameter of the address that names the record whose form is open: `?form=edit&plan=<id>`. */
  readonly of: EditableResource<Item>;
  /** The form of a record, or of a new one, in a dialog. */
  readonly Form: FunctionComponent<FormProps<Item>>;
  readonly canEdit?: (row: Row) => boolean;
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
export function EditableList<Row extends { readonly id: string }, Item>(props: Props<Row, Item>) {
  const { title, list, of, Form, canEdit = () => true, nameOf, text } = props;
  const { common } = useText();
  const { search, filter } = useListSearch();
  const [deleting, setDeleting] = useState<Row | null>(null);
  const add = <Button onClick={() => filter({ form: 'new' })}>{text.new}</Button>;
  const close = () => filter({ form: undefined, [of.name]: undefined });
  const id = search[of.name];
  const actions: Column<Row> = {
    key: 'actions',
    title: common.actions,
    titleHidden: true,
    align: 'right',
    phone: 'first',
    render: (row) => (
      <RowMenu label={text.actionsFor(nameOf(row))}>
        {canEdit(row) ? (
          <Menu.Item onClick={() => filter({ form: 'edit', [of.name]: row.id })}>{common.edit}</Menu.Item>
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
      {search['form'] === 'new' ? <Form record={null} onDone={close} onClose={close} /> : null}
      {search['form'] === 'edit' && typeof id === 'string' ? (
        <Editing id={id} of={of} Form={Form} onClose={close} />
      ) : null}
      {deleting === null ? null : (
        <DeleteDialog
          text={text}
          name={nameOf(deleting)}
          run={() => of.remove(deleting.id)}
          onDone={() => setDeleting(null)}
          onCancel={() => setDeleting(null)}
        />
      )}
    </Page>
  );
}

interface EditingProps<Item> extends Pick<Props<never, Item>, 'of' | 'Form'> {
  readonly id: string;
  readonly onClose: () => void;
}

/** Shown once the newest version is there, which the form then changes. */
function Editing<Item>({ id, of, Form, onClose }: EditingProps<Item>) {
  const { data } = useQuery(of.one(id));
  return data === undefined ? null : <Form record={data} onDone={onClose} onClose={onClose} />;
}
