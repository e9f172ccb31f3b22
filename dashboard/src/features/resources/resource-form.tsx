import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { readAs } from '../../shared/api';
import { RecordForm } from '../../shared/record-form';
import type { FormProps, FormResource } from '../../shared/resource';
import type { RecordFormOptions } from '../../shared/use-record-form';
import { useDraftKey, useSession } from '../session';

type Fields = Record<string, unknown>;

interface Props<Item, Created, Body, Values extends Fields>
  extends FormProps<Item, Created>, Pick<RecordFormOptions<Values, Item>, 'words' | 'apiFields' | 'problemFields'> {
  readonly of: FormResource<Item, Created, Body, Values>;
  readonly text: {
    readonly new: string;
    readonly edit: string;
    readonly create: string;
    readonly fields: Readonly<Partial<Record<keyof Values, string>>>;
  };
  readonly validate?: NonNullable<UseFormInput<Values>['validate']>;
  /** What a new one begins with, where that is not always the same. */
  readonly begin?: Partial<Values>;
  /** The fields; `input` gives one its label, its value and its error. */
  readonly children: (input: Input<Values>, form: UseFormReturnType<Values>) => ReactNode;
}

type Input<Values> = (field: keyof Values & string) => ReturnType<UseFormReturnType<Values>['getInputProps']>;

/** The form of a resource in a dialog, for a new record or one that is changed. */
export function ResourceForm<Item extends { readonly id: string }, Created, Body, Values extends Fields>(
  props: Props<Item, Created, Body, Values>,
) {
  const { of, record, text, validate = {}, begin = {}, onDone, onClose, children, ...rest } = props;
  const { organization } = useSession();
  const form = useForm<Values>({
    initialValues: record === null ? { ...of.empty, ...begin } : of.valuesOf(record.record),
    validate,
  });
  const id = record?.record.id;
  const input: Input<Values> = (field) => ({ label: text.fields[field], ...form.getInputProps(field) });
  return (
    <RecordForm<Values, Item | Created>
      {...rest}
      title={record === null ? text.new : text.edit}
      form={form}
      draftKey={useDraftKey(`${of.name} ${id ?? 'new'}`)}
      etag={record?.etag ?? null}
      send={(values, { etag, idempotencyKey }) =>
        record === null || etag === null
          ? of.create(of.bodyOf(values, organization, null), idempotencyKey)
          : of.update(record.record.id, of.bodyOf(values, organization, record.record), etag)
      }
      {...(id !== undefined && {
        readTheirs: readAs(() => of.read(id), of.valuesOf),
      })}
      onDone={onDone ?? onClose}
      onClose={onClose}
      labels={text.fields}
      submitLabel={record === null ? text.create : undefined}
    >
      {children(input, form)}
    </RecordForm>
  );
}
