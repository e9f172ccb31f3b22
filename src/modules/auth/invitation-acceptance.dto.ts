import { Password, Text } from '../../platform/fields/fields';

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
      'Required for a new user. Somebody with an account need not send it: it changes nothing, unless the address was ' +
      "never confirmed as the account's and this is not its password. Then it becomes the account's password, the name, " +
      'if sent, becomes its name, and its sessions and API keys end.',
  })
  password?: string;
}
