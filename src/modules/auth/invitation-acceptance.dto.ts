import { Password, Text } from '../../platform/http/fields';

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
    description: 'Required of a new user; else see password.',
    example: 'Ada Lovelace',
  })
  name?: string;

  @Password({
    presence: 'optional',
    description:
      'Required of a new user. Somebody with an account need not send it: it changes nothing, unless the address was never ' +
      "shown to be the account's and it is not its password. Then it becomes that, with the name, and the account's " +
      'sessions and API keys end.',
  })
  password?: string;
}
