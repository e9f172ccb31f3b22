import { Id, Shown, Text, Timestamp } from '../../../platform/fields/fields';
import { NewPasskey } from './passkey-credential';

export class AddPasskey {
  @Text({ min: 1, max: 100, description: 'What the user calls the device.', example: 'My phone' })
  name: string;

  @NewPasskey()
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
