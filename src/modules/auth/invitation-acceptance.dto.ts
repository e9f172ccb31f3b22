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
    description: 'Required of a new user; what somebody with an account sends changes nothing of it.',
    example: 'Ada Lovelace',
  })
  name?: string;

  @Password({
    presence: 'optional',
    description: 'Required of a new user; what somebody with an account sends changes nothing of it.',
  })
  password?: string;
}
