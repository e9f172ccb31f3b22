import { Pagination } from '@mantine/core';
import { useText } from './language';

interface Props {
  readonly total: number;
  readonly value: number;
  readonly onChange: (page: number) => void;
}

/** The pages of a list, where it has several. */
export function Pages({ total, value, onChange }: Props) {
  const { common } = useText();
  if (total <= 1) return null;
  return (
    <Pagination
      total={total}
      value={value}
      onChange={onChange}
      size="sm"
      getControlProps={(control) => ({ 'aria-label': common.pages[control] })}
      getItemProps={(item) => ({ 'aria-label': common.page(item) })}
    />
  );
}
