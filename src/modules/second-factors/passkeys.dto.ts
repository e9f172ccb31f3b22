import { Custom, Id, Shown, Text, Timestamp, wrongType, type FieldOptions } from '../../platform/fields/fields';

/** A credential as `PublicKeyCredential.toJSON()` gives it; its bytes are in base64url. */
export function PasskeyAnswer(options: FieldOptions = {}): PropertyDecorator {
  return Custom(
    { description: 'The credential as `PublicKeyCredential.toJSON()` gives it.', ...options },
    {
      type: 'object',
      additionalProperties: true,
      required: ['id', 'response', 'type'],
      properties: {
        id: { type: 'string', maxLength: 2048 },
        rawId: { type: 'string', maxLength: 2048 },
        type: { type: 'string', maxLength: 20 },
        response: { type: 'object', additionalProperties: true },
      },
      example: {
        id: 'm0w7m6W7QkY3tXa0cUuHqA',
        rawId: 'm0w7m6W7QkY3tXa0cUuHqA',
        type: 'public-key',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
          authenticatorData: 'SZYN5YgOjGh0NBcP',
          signature: 'MEUCIQ',
        },
      },
    },
    (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongType('an object');
      const { id, response } = value as { id?: unknown; response?: unknown };
      const isCredential = typeof id === 'string' && typeof response === 'object' && response !== null;
      return isCredential ? null : { code: 'invalid', message: 'must be a credential with id, type and response.' };
    },
  );
}

export class AddPasskey {
  @Text({ min: 1, max: 100, description: 'What the user calls the device.', example: 'My phone' })
  name: string;

  @PasskeyAnswer()
  credential: object;
}

/** A passkey as the API shows it. */
export class PasskeyView {
  @Id()
  readonly id: string;

  @Text({ max: 100, example: 'My phone' })
  readonly name: string;

  @Timestamp()
  readonly createdAt: string;

  @Timestamp({ presence: 'nullable' })
  readonly lastUsedAt: string | null;
}

const OBJECT = { type: 'object', additionalProperties: true } as const;

/** What `navigator.credentials.create` is called with, after `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export class PasskeyCreationOptionsView {
  @Text({ max: 100, example: 'zQ1mVrKk1h6m3Kq7o0Hw9pXyT5bJd2Ls8cNfUaEiRgo' })
  readonly challenge: string;

  @Shown({ ...OBJECT, example: { name: 'Tour Events', id: 'tours.example.com' } })
  readonly rp: object;

  @Shown({ ...OBJECT, example: { id: 'AZmOLQ', name: 'ada@example.com', displayName: 'Ada Lovelace' } })
  readonly user: object;

  @Shown({ type: 'array', items: OBJECT, example: [{ type: 'public-key', alg: -7 }] })
  readonly pubKeyCredParams: readonly object[];

  @Shown({ type: 'integer', description: 'Milliseconds.', example: 300_000 })
  readonly timeout: number;

  @Shown({ type: 'array', items: OBJECT, example: [] })
  readonly excludeCredentials: readonly object[];

  @Shown({ ...OBJECT, example: { residentKey: 'preferred', userVerification: 'preferred' } })
  readonly authenticatorSelection: object;

  @Text({ max: 20, example: 'none' })
  readonly attestation: string;
}

/** What `navigator.credentials.get` is called with, after `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export class PasskeyOptionsView {
  @Text({ max: 100, example: 'zQ1mVrKk1h6m3Kq7o0Hw9pXyT5bJd2Ls8cNfUaEiRgo' })
  readonly challenge: string;

  @Text({ max: 253, example: 'tours.example.com' })
  readonly rpId: string;

  @Shown({ type: 'array', items: OBJECT, description: 'Empty: the device offers those that it has.', example: [] })
  readonly allowCredentials: readonly object[];

  @Shown({ type: 'integer', description: 'Milliseconds.', example: 300_000 })
  readonly timeout: number;

  @Text({ max: 20, example: 'required' })
  readonly userVerification: string;
}
