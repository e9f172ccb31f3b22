import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Custom, wrongType, type FieldError, type FieldOptions } from '../../../platform/fields/fields';

/** Whether a member has a value that a browser could give it. */
type Rule = (value: unknown) => boolean;

/** The members of a credential, and those of its response; `PublicKeyCredential.toJSON()` gives them, and others. */
interface Members {
  readonly credential: Readonly<Record<string, Rule>>;
  readonly response: Readonly<Record<string, Rule>>;
}

/** 1,023 bytes (WebAuthn 3, section 7.1). */
const MAX_ID_LENGTH = 1364;
/** Real client data has some hundred characters, real authenticator data and signatures at most a few thousand. */
const MAX_DATA_LENGTH = 8192;
/** With the certificates of devices that say who made them. */
const MAX_ATTESTATION_LENGTH = 32_768;
/** 64 bytes (WebAuthn 3, section 5.4.3). */
const MAX_USER_HANDLE_LENGTH = 86;
const MAX_TRANSPORTS = 10;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** Such as `smart-card` or `cross-platform`. Browsers add words, so any are taken. */
const WORD = /^[a-z-]{1,32}$/;

const isObject: Rule = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isWord: Rule = (value) => typeof value === 'string' && WORD.test(value);
const isWords: Rule = (value) => Array.isArray(value) && value.length <= MAX_TRANSPORTS && value.every(isWord);
const bytes =
  (maxLength: number): Rule =>
  (value) =>
    typeof value === 'string' && value.length <= maxLength && BASE64URL.test(value);
/** Some browsers give null for what they do not know. */
const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || value === null || rule(value);

const OF_EACH: Members['credential'] = {
  id: bytes(MAX_ID_LENGTH),
  rawId: bytes(MAX_ID_LENGTH),
  type: (value) => value === 'public-key',
  response: isObject,
  authenticatorAttachment: optional(isWord),
  clientExtensionResults: optional(isObject),
};
const REGISTRATION: Members = {
  credential: OF_EACH,
  response: {
    clientDataJSON: bytes(MAX_DATA_LENGTH),
    attestationObject: bytes(MAX_ATTESTATION_LENGTH),
    transports: optional(isWords),
  },
};
const SIGN_IN: Members = {
  credential: OF_EACH,
  response: {
    clientDataJSON: bytes(MAX_DATA_LENGTH),
    authenticatorData: bytes(MAX_DATA_LENGTH),
    signature: bytes(MAX_DATA_LENGTH),
    userHandle: optional(bytes(MAX_USER_HANDLE_LENGTH)),
  },
};

const ID = 'm0w7m6W7QkY3tXa0cUuHqA';
const EXAMPLE = { id: ID, rawId: ID, type: 'public-key' };

/** A credential that a device has just made. */
export function NewPasskey(): PropertyDecorator {
  return credential({}, REGISTRATION, {
    ...EXAMPLE,
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
      attestationObject: 'o2NmbXRkbm9uZQ',
      transports: ['internal'],
    },
  });
}

/** A credential by which somebody shows who they are. */
export function PasskeyAnswer(options: FieldOptions = {}): PropertyDecorator {
  return credential(options, SIGN_IN, {
    ...EXAMPLE,
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
      authenticatorData: 'SZYN5YgOjGh0NBcP',
      signature: 'MEUCIQ',
    },
  });
}

/** Of what is sent, only the members that are known are kept: browsers may add any. */
function credential(options: FieldOptions, members: Members, example: object): PropertyDecorator {
  const schema = {
    type: 'object',
    additionalProperties: true,
    required: ['id', 'rawId', 'response', 'type'],
    properties: {
      id: { type: 'string', maxLength: MAX_ID_LENGTH, pattern: BASE64URL.source },
      rawId: { type: 'string', maxLength: MAX_ID_LENGTH, pattern: BASE64URL.source },
      type: { type: 'string', enum: ['public-key'] },
      response: { type: 'object', additionalProperties: true },
    },
    example,
  } satisfies ApiPropertyOptions;
  return Custom(
    {
      description: 'The credential as `PublicKeyCredential.toJSON()` gives it; its bytes are in base64url.',
      ...options,
    },
    schema,
    (value) => errorOf(value, members),
    (value) => knownOf(value, members),
  );
}

function knownOf(value: unknown, members: Members): unknown {
  if (!isRecord(value)) return value;
  const known = pick(value, members.credential);
  return isRecord(known['response']) ? { ...known, response: pick(known['response'], members.response) } : known;
}

function errorOf(value: unknown, members: Members): FieldError | null {
  if (!isRecord(value)) return wrongType('an object');
  const response = isRecord(value['response']) ? value['response'] : {};
  const wrong = [
    ...wrongIn(value, members.credential),
    ...wrongIn(response, members.response).map((name) => `response.${name}`),
  ];
  if (wrong.length === 0) return null;
  return { code: 'invalid', message: `must be a credential as a browser gives it; not valid: ${wrong.join(', ')}.` };
}

function wrongIn(record: Record<string, unknown>, rules: Readonly<Record<string, Rule>>): string[] {
  const broken = Object.entries(rules).filter(([name, isKept]) => !isKept(record[name]));
  return broken.map(([name]) => name);
}

function pick(record: Record<string, unknown>, rules: Readonly<Record<string, Rule>>): Record<string, unknown> {
  const names = Object.keys(rules).filter((name) => Object.hasOwn(record, name));
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value);
}
