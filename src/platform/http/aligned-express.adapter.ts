import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { currentContext } from '../context/request-context';
import { separateTargetOrigin } from './absolute-target';
import { endCompressed, isWorthCompressing } from './compressed';
import { isKnown, recordTag, withTags } from './etag';
import { BufferedBytes } from '../bodies/buffered-bytes';
import type { OperationOptions } from '../routes/operation.decorator';
import { kindShownAs, type AnyKind } from '../records/record-kind';
import type { RouteTable } from '../routes/route-table';

const MIB = 1024 * 1024;
/** Smaller responses are not counted: they make no difference. */
const LARGE_BYTES = MIB;
/** How many bytes of large responses may be buffered. */
const UNREAD = { perKey: 64 * MIB, total: 512 * MIB };

/** The timeout for receiving a request with its body. */
const REQUEST_TIMEOUT_MS = 60_000;
/**
 * How long a connection stays open without a request. Longer than proxies keep theirs (60 s in nginx and in load balancers
 * of clouds): whoever closes first is the one that can't be sending a request at that moment.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * Nest's adapter for Express without two costs per request, both measured by `npm run bench`.
 *
 * First, Express sets the prototype of every request and response, which makes the engine forget their shape. Here the
 * server creates them with that prototype, so that the assignment changes nothing. Second, JSON is turned into bytes
 * once and written in one go.
 */
export class AlignedExpressAdapter extends ExpressAdapter {
  /** Set before the first request arrives. */
  routes?: RouteTable;

  private readonly unread = new BufferedBytes(UNREAD, 'large responses');

  static create(): AlignedExpressAdapter {
    const app = express();
    // Set before the router is made. Every rule about paths is case-sensitive, and so must the router be.
    app.set('case sensitive routing', true);
    return new AlignedExpressAdapter(app);
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    const respond = (request: IncomingMessage, response: ServerResponse) => {
      separateTargetOrigin(request);
      app(request as Request, response as Response);
    };
    this.httpServer = createServer(
      {
        IncomingMessage: withPrototype(IncomingMessage, app.request),
        ServerResponse: withPrototype(ServerResponse, app.response),
        // A middleware checks it instead, and responds with a problem document.
        requireHostHeader: false,
      },
      respond,
    );
    // An unknown expectation may be ignored (RFC 9110, 10.1.1).
    this.httpServer.on('checkExpectation', respond);
    this.httpServer.requestTimeout = REQUEST_TIMEOUT_MS;
    this.httpServer.keepAliveTimeout = KEEP_ALIVE_MS;
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (statusCode !== undefined) response.statusCode = statusCode;
    if (response.headersSent || body instanceof StreamableFile) return super.reply(response, body);
    // Nearly every response names people or shows a secret: no browser and no proxy keeps a copy. A client that wants to
    // can still ask whether its own has changed (If-None-Match).
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
    if (body === undefined || body === null) return response.end();
    if (typeof body === 'string' || Buffer.isBuffer(body)) {
      if (isKnown(response)) return endNotModified(response);
      return this.sendBytes(response, typeof body === 'string' ? Buffer.from(body) : body);
    }
    const operation = this.routes?.reachedBy(response.req)?.operation;
    const json = JSON.stringify(
      operation !== undefined && this.routes?.hasTaggedRows(operation)
        ? withTags(body, kindIn(operation), extraRowFieldsOf(operation))
        : body,
    );
    if (operation !== undefined && isRecord(body, operation)) {
      const { shownOnce = [], untagged = [] } = operation;
      response.setHeader('ETag', recordTag(body, kindIn(operation), [...shownOnce, ...untagged], json));
      if (untagged.length === 0 && isKnown(response)) return endNotModified(response);
    }
    if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const bytes = Buffer.from(json);
    // Lists and the like: they have no strong ETag, and show no secrets. Those are shown once, to who makes them.
    const mayBeCompressed = operation !== undefined && !response.hasHeader('ETag');
    if (!mayBeCompressed || !isWorthCompressing(response, bytes)) return this.sendBytes(response, bytes);
    this.reserve(response, bytes);
    return endCompressed(response, bytes);
  }

  /** @throws Unavailable when too much is buffered already */
  private sendBytes(response: Response, bytes: Buffer): unknown {
    this.reserve(response, bytes);
    response.setHeader('Content-Length', bytes.length);
    return response.end(bytes);
  }

  /** @throws Unavailable when too much is buffered already */
  private reserve(response: Response, bytes: Buffer): void {
    // Reads only: an error after a change would hide that it was made.
    if (bytes.length < LARGE_BYTES || response.req.method !== 'GET') return;
    const organizationId = currentContext().principal?.organizationId ?? '';
    const problem = this.unread.roomFor(organizationId, response)(bytes.length);
    if (problem !== null) throw problem;
  }
}

function extraRowFieldsOf({ response }: OperationOptions): readonly string[] | undefined {
  return 'page' in response ? response.extraRowFields : undefined;
}

/** The kind of the records that a route shows. */
function kindIn({ response }: OperationOptions): AnyKind | null {
  const view = 'page' in response ? response.page : 'record' in response ? response.record : undefined;
  return view === undefined ? null : kindShownAs(view);
}

function endNotModified(response: Response): unknown {
  response.statusCode = 304;
  return response.end();
}

/** Whether a body is the single record that the route declares; where it may be several instead, those have no id. */
function isRecord(body: unknown, { response }: OperationOptions): body is object {
  return 'record' in response && (!('or' in response) || 'id' in (body as object));
}

/**
 * A constructor that makes what `base` makes, with `prototype` as its prototype. Node's two constructors are functions,
 * not classes, so that they can be applied to an object made elsewhere; newer Nodes keep them so for exactly this use.
 */
function withPrototype<Base>(base: Base, prototype: object): Base {
  function Aligned(this: object, ...parameters: unknown[]): void {
    (base as unknown as (...parameters: unknown[]) => void).apply(this, parameters);
  }
  Aligned.prototype = prototype;
  // The engine reserves room for the properties that the constructors of this chain set. Without the chain the objects
  // become dictionaries during the request, which took an eighth of its time.
  Object.setPrototypeOf(Aligned, base as object);
  return Aligned as unknown as Base;
}
