import { Email, Flag, Text } from '../../../platform/fields/fields';

/** Long enough for whatever somebody types in: a text that can't be a code gets the response of an unknown code. */
const CODE = { max: 100, example: 'ADA-2027' };

export class NameCode {
  @Text({ ...CODE, min: 1, description: 'Matched ignoring case.' }) code: string;
}

export class TrackSignup extends NameCode {
  @Email({
    description: 'The address of the person who signed up; spaces around it and the case of its letters are ignored.',
    example: 'ada@example.com',
  })
  email: string;
}

export class CountedView {
  @Flag() readonly success: true;
}

export class TrackedView extends CountedView {
  @Flag({
    description: 'Whether the address had signed up with the code before; then nothing was counted.',
    example: false,
  })
  readonly duplicate: boolean;
}

export class CodeValidityView {
  @Flag() readonly valid: boolean;
  @Text({ ...CODE, description: 'As its owner writes it; as it was sent when it is not valid.' }) readonly code: string;
}
