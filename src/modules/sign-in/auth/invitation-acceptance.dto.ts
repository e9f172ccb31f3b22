import { Password, Text } from '../../../platform/fields/fields';

export class AcceptInvitation {
  @Text({
    min: 1,
    max: 256,
    description: 'From the link in the e-mail.',
    example: 'Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB',
  })
  token: string;

  @Text({
    min: 1,
    max: 120,
    presence: 'optional',
    description: 'Required for a new user; otherwise see password.',
    example: 'Ada Lovelace',
  })
  name?: string;

  @Password({
    presence: 'optional',
    description:
      'Required for a new user, and for an account whose address was never confirmed. The own password of such an ' +
      "account changes nothing; another one becomes the account's password, the name, if sent, becomes its name, and its " +
      'sessions and API keys end. Once the address is confirmed, it changes nothing.',
  })
  password?: string;
}
