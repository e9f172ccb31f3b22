import { Email, Text } from '../../platform/fields/fields';

export class ChangeEmail {
  @Email()
  email: string;
}

export class ConfirmEmail {
  @Text({
    min: 1,
    max: 256,
    description: 'From the link in the e-mail.',
    example: 'Zr8uQm31TgKc5yVb7HsNw9XeJf2LaPd4RoUi6CtM0aB',
  })
  token: string;
}
