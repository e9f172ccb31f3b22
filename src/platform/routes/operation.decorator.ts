import { applyDecorators, HttpCode, SetMetadata, type Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';

/** A text in UTF-8 that a route takes instead of JSON; said in its `@Operation` line. */
export interface TextBodyOptions {
  /** Its media type, such as `text/csv`. */
  readonly type: string;
  readonly limitBytes: number;
  readonly example: string;
}

/** For a route that does the same whatever is sent to it: any body, or none, is taken and dropped. */
export interface AnyBodyOptions {
  readonly limitBytes: number;
  /** The field of a form that callers usually send, and its only value. */
  readonly form: readonly [name: string, value: string];
}

export type RawBodyOptions = TextBodyOptions | AnyBodyOptions;

/** The successful response of a route. */
export type ResponseShape =
  /** A record, sent with its ETag; `or` is the response to a caller who asks for several at once, which has none. */
  | { readonly record: Type; readonly or?: Type }
  /**
   * A list. Where other routes show its records alone, rows have the ETag that they have there; `extraRowFields` names
   * what rows have beyond the record.
   */
  | { readonly page: Type; readonly extraRowFields?: readonly string[] }
  /**
   * A body that is neither a record nor a page, such as the session; `text` is its other content type, on request.
   * `or` is another one. `filtered` by ids in the query, of which an unknown one matches nothing.
   */
  | {
      readonly body: Type;
      readonly or?: Type;
      readonly text?: string;
      readonly textExample?: string;
      readonly filtered?: true;
      /** The route sets the response's ETag. */
      readonly tagged?: true;
    }
  | { readonly nothing: true }
  /** Another content type than JSON, such as `text/csv`. */
  | { readonly text: string; readonly textExample?: string; readonly record?: Type; readonly filtered?: true }
  /** The same, for one record: the route sets the response's ETag. */
  | { readonly text: string; readonly textExample?: string; readonly tagged: true };

/** What the OpenAPI document says of a route, beyond what its parameters and its `@Access` line say. */
export interface OperationOptions {
  /** Its name in generated clients: a verb and its object, `listTours`. Once published it stays. */
  operationId: string;
  summary: string;
  description?: string;
  /** The body, where it is not JSON; the handler takes it with `@RawBody()`. */
  takes?: RawBodyOptions;
  /** The body must be there although none of its fields must: one of several. */
  needsBody?: true;
  /** Fields that the body's example omits, because they refer to something that a caller may not have yet. */
  exampleWithout?: readonly string[];
  response: ResponseShape;
  /**
   * Fields of the response that show a secret, once: the record as it is read later does not have them, so its ETag
   * omits them, and a replay has null instead.
   */
  shownOnce?: readonly string[];
  /**
   * Fields of the record that change while nobody changes it, such as counts: its ETag omits them, so that they let no
   * If-Match fail, and a reader with the same ETag gets the whole record all the same.
   */
  untagged?: readonly string[];
  /** The response sets or clears the session's cookie. */
  setsCookie?: true;
  /** Fields whose example differs from that of other responses with this shape. */
  example?: Readonly<Record<string, unknown>>;
  /** 201 for create, 200 for everything else that has a body, 204 without one; stated where it differs. */
  status?: number;
  /**
   * This route's own errors, beyond those of every similar route, by status: the code and what it means. For a usual
   * code the text here replaces the usual one; `On field:` before a code says which field the error names.
   */
  errors?: Readonly<Record<number, string>>;
}

export const OPERATION = Symbol('operation');

/** Documents a route, and sets the status of its response. */
export function Operation(options: OperationOptions): MethodDecorator {
  return applyDecorators(
    HttpCode(statusOf(options)),
    SetMetadata(OPERATION, options),
    ApiOperation({
      summary: options.summary,
      ...(options.description !== undefined && { description: options.description }),
    }),
  );
}

const SECTION = Symbol('section');

/** Says in a sentence what the routes of a controller are for. */
export function Section(description: string): ClassDecorator {
  return SetMetadata(SECTION, description);
}

/** What {@link Section} says of a controller; nothing when it has no such line. */
export function sectionOf(controller: Type): string | undefined {
  return Reflect.getMetadata(SECTION, controller) as string | undefined;
}

/** The status of a route's successful response. */
export function statusOf(options: OperationOptions): number {
  return options.status ?? ('nothing' in options.response ? 204 : 200);
}
