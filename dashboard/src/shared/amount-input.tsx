import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useText } from './language';
import { moneyText } from './money';
import { amountProblem, readAmount } from './typed-amount';

/** The rule of a form's field for an amount in the currency of the same form: it must be clear, and in that currency. */
export function useAmountRule(): (value: string, values: { readonly currency: string }) => string | null {
  const { common } = useText();
  return (value, { currency }) => {
    const problem = amountProblem(value, currency);
    return problem === null ? null : common[problem];
  };
}

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  /** The currency of the amount: how many decimals it has says what was meant. */
  readonly currency: string;
}

/** An amount as people type it; where it may mean two, the field asks which. */
export function AmountInput({ value = '', onChange, currency, error, onBlur, onFocus, ...props }: Props) {
  const { common } = useText();
  const [isLeft, setLeft] = useState(false);
  const read = readAmount(value, currency);
  const readings = read !== null && 'readings' in read ? read.readings : [];
  const asks = readings.length > 0 && (isLeft || (error !== undefined && error !== null && error !== false));
  return (
    <div>
      <TextInput
        {...props}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        error={asks ? common.whichAmount : error}
        onFocus={(event) => {
          setLeft(false);
          onFocus?.(event);
        }}
        onBlur={(event) => {
          setLeft(true);
          onBlur?.(event);
        }}
      />
      {asks ? (
        <Group gap="xs" mt={4} role="group" aria-label={common.whichAmount}>
          {readings.map((reading) => (
            <Button key={reading} size="compact-sm" variant="default" onClick={() => onChange?.(reading)}>
              {moneyText(reading, currency)}
            </Button>
          ))}
        </Group>
      ) : null}
    </div>
  );
}
