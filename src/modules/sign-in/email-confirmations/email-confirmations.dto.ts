import { Email, Text } from '../../../platform/fields/fields';

export class ChangeEmail {
  @Email()
  email: string;
}

/** The token of a link in an e-mail about an address: one that confirms it, or one that stops a change. */
export class ConfirmEmail {
  @Text({
    min: 1,
    max: 256,
    description: 'From the link in the e-mail.',
    example: 'Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB',
  })
  token: string;
}
