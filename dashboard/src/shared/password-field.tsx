import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from './language';

/** A field for a secret, which can be shown. Mantine's own says by its description only that something is wrong. */
export function PasswordField({ error, ...props }: PasswordInputProps) {
  const { session } = useText();
  return (
    <PasswordInput
      error={error}
      aria-invalid={Boolean(error) || undefined}
      visibilityToggleButtonProps={{ 'aria-label': session.showPassword }}
      {...props}
    />
  );
}
