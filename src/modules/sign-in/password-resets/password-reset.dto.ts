import { Custom, EMAIL_SCHEMA, Password, Text, wrongType } from '../../../platform/fields/fields';

const WITH_AT = /^[^\s@]+@[^\s@]+$/;

/**
 * An address as somebody types it, checked only loosely, so that the response does not reveal whether it can be an
 * account's.
 */
function TypedEmail() {
  return Custom(
    {},
    { ...EMAIL_SCHEMA, example: 'planner@example.com' },
    (value) => {
      if (typeof value !== 'string') return wrongType('a string');
      const looksRight = value.length <= EMAIL_SCHEMA.maxLength && WITH_AT.test(value);
      return looksRight ? null : { code: 'invalid_email', message: 'must be an e-mail address.' };
    },
    (value) => (typeof value === 'string' ? value.trim() : value),
  );
}

export class ForgotPassword {
  @TypedEmail()
  email: string;
}

export class ResetPassword {
  @Text({ max: 1024, description: 'From the link.', example: 'Yx3qk0Xv6l7r1p9mJ2n4b8Wc5Zt0Qe3Ru6Ty9Ui2Op4' })
  token: string;

  @Password()
  password: string;
}
