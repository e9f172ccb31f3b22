import { Select, type SelectProps } from '@mantine/core';
import { useText } from './language';
import { useListSearch } from './list-search';

interface Props extends Pick<SelectProps, 'data' | 'searchable' | 'w'> {
  /** Of the parameter of the address. */
  readonly name: string;
  readonly label: string;
}

/** A filter of a list that is one of several values, or none. */
export function SelectFilter({ name, label, ...props }: Props) {
  const { common } = useText();
  const { value, filter } = useListSearch();
  return (
    <Select
      {...props}
      aria-label={label}
      placeholder={label}
      clearable
      clearButtonProps={{ 'aria-label': common.clear }}
      value={value(name)}
      onChange={(chosen) => filter({ [name]: chosen ?? undefined })}
    />
  );
}
