import { Alert, Text } from '@mantine/core';
import { useText } from '../../shared/language';
import { Page } from '../../shared/page';
import { PasswordForm } from './password-form';
import { SecondFactors } from './second-factors';

/** For a user whose password the service made up. */
export function ChoosePassword() {
  const { account: text } = useText();
  return (
    <Page title={text.choosePassword}>
      <Text>{text.choosePasswordText}</Text>
      <PasswordForm isAlone />
    </Page>
  );
}

/** For a user without a second factor, where one is required. */
export function SecondFactorNeeded() {
  const { account: text } = useText();
  return (
    <Page title={text.factors}>
      <Alert role="status">{text.factorNeeded}</Alert>
      <SecondFactors />
    </Page>
  );
}
