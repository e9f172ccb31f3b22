import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/internal';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { requireValid, UnsupportedMediaType, ValidationFailed } from '../../kernel/problems';
import { networkOf } from '../context/network';
import { currentContext, currentPrincipal, renewPrincipal } from '../context/request-context';
import { readBytes, type Reserve } from './body-bytes';
import { BufferedBytes } from './buffered-bytes';
import { inflaterOf } from './inflate';
import { parseJson, unreadable } from './json-body';
import { OPERATION, type OperationOptions } from '../routes/operation.decorator';
import { isReadable, readRawBody } from './raw-body';
import { unknownField } from '../fields/field-errors';

declare module 'express-serve-static-core' {
  interface Request {
    /** The body as it came, uncompressed. */
    rawBody?: Buffer;
  }
}

const MIB = 1024 * 1024;
const BODY_LIMIT_BYTES = MIB;
/** How many bytes of larger bodies may be buffered. */
const FILES = { perKey: 32 * MIB, total: 256 * MIB };
/** How many bytes of JSON bodies: enough for a hundred slow requests of 100 KiB. */
const BODIES = { perKey: 16 * MIB, total: 128 * MIB };
/** How many bytes of JSON bodies without a credential: they are small, and must not take memory from organizations. */
const ANONYMOUS_BODIES = { perKey: 4 * MIB, total: 32 * MIB };
/** The part of each body that is not counted: most bodies are smaller. */
const SMALL_BYTES = 16 * 1024;
/** The methods whose requests may have a body. */
export const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Reads the JSON body, as the last of the guards: a caller without access can't make the service parse a megabyte, and
 * learns nothing about the body. A route that takes another type than JSON declares it in its `@Operation` line.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  private readonly files = new BufferedBytes(FILES, 'files');
  private readonly bodies = new BufferedBytes(BODIES, 'large requests');
  private readonly anonymousBodies = new BufferedBytes(ANONYMOUS_BODIES, 'large requests', 'network');

  constructor(private readonly reflector: Reflector) {}

  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    if (!METHODS_WITH_BODY.has(request.method)) return true;
    const operation = this.reflector.get<OperationOptions | undefined>(OPERATION, execution.getHandler());
    // A handler without it only throws (an unknown route, for example), whatever the body.
    if (operation === undefined) return true;
    const response = http.getResponse<Response>();
    if (operation.takes !== undefined) {
      const isLarge = operation.takes.limitBytes > BODY_LIMIT_BYTES;
      const reserve = isLarge ? this.files.roomFor(currentPrincipal().organizationId, response) : () => null;
      return readRawBody(request, operation.takes, reserve).then(() => true);
    }
    return this.read(request, response).then(() => {
      if (!takesBody(execution)) rejectFields(request.body as object);
      return true;
    });
  }

  private async read(request: Request, response: Response): Promise<void> {
    if (!hasBody(request)) {
      // With other methods the missing fields are named, or no body is needed.
      if (request.method === 'PATCH') throw unreadable('The body must be a JSON object, and there is none.');
      request.body = {};
      return;
    }
    const type = request.headers['content-type'] ?? '';
    if (!/^application\/json\s*(;|$)/i.test(type)) {
      throw new UnsupportedMediaType('The body must be application/json.');
    }
    if (!isReadable(type)) throw new UnsupportedMediaType('The body must be UTF-8.');
    const inflate = inflaterOf(request.headers['content-encoding'], BODY_LIMIT_BYTES);
    const reserve = this.roomFor(request, response);
    const wasIncomplete = !request.complete;
    let bytes = await readBytes(request, BODY_LIMIT_BYTES, reserve);
    if (inflate !== null) bytes = await inflate(bytes, reserve);
    request.rawBody = bytes;
    const { bodyProblems } = currentContext();
    const body = bytes.length === 0 ? {} : parseJson(bytes, bodyProblems);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw ValidationFailed.on('body', 'wrong_type', 'The body must be a JSON object.');
    }
    request.body = body;
    // A body may arrive slowly, and its caller may have lost their rights meanwhile.
    if (wasIncomplete) await renewPrincipal();
  }

  private roomFor(request: Request, response: Response): Reserve {
    let size = 0;
    let room: Reserve | null = null;
    return (bytes) => {
      size += bytes;
      if (size <= SMALL_BYTES) return null;
      if (room !== null) return room(bytes);
      const { principal } = currentContext();
      room =
        principal === null
          ? this.anonymousBodies.roomFor(networkOf(request.ip), response)
          : this.bodies.roomFor(principal.organizationId, response);
      return room(size);
    };
  }
}

/** Whether the route's handler has a parameter for the body. */
function takesBody(execution: ExecutionContext): boolean {
  const { name } = execution.getHandler();
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, execution.getClass(), name) ?? {}) as object;
  return Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}

/** For a route without a body; on others the validation pipe rejects unknown fields. */
function rejectFields(body: object): void {
  const names = Object.keys(body);
  const problems = [...currentContext().bodyProblems, ...names.map(unknownField)];
  requireValid(problems);
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}
