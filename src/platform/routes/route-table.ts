import { Injectable, RequestMethod, type OnModuleInit, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { OPERATION, type OperationOptions } from './operation.decorator';
import { ACCESS, type AccessRule } from './access.decorator';

/** A route of the service as it was declared. */
export interface Route {
  /** GET, POST, ... or ALL. */
  readonly method: string;
  /** With parameters in the form `:id`, starting with a slash. */
  readonly path: string;
  readonly access: AccessRule;
  readonly operation: OperationOptions | undefined;
  readonly controller: Type;
  readonly handler: string;
}

interface Matcher {
  method: string;
  path: string;
  pattern: RegExp;
}

/** Every route that the controllers declare. Reading it at start keeps a route without `@Access` from starting. */
@Injectable()
export class RouteTable implements OnModuleInit {
  readonly routes: Route[] = [];
  private matchers: Matcher[] = [];
  /** The routes by what Express calls a route; filled as requests reach them. */
  private readonly reached = new WeakMap<object, Route>();
  /** The views of single records. */
  private records: ReadonlySet<Type> = new Set();
  /** The paths with parameters, by handler. */
  private readonly withParameters = new Map<unknown, Matcher>();
  /**
   * By handler: the paths that its own path matches, but that are those of other routes. Comparing each path with each
   * other one takes a while, so it is done as requests reach them.
   */
  private readonly moreFixed = new Map<unknown, readonly RegExp[]>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** @throws Error naming a route that does not say who may call it */
  onModuleInit(): void {
    for (const { metatype, instance } of this.discovery.getControllers()) {
      if (!metatype || !instance) continue;
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      for (const handler of this.scanner.getAllMethodNames(prototype)) {
        const method = prototype[handler];
        if (method !== undefined) this.add(metatype as Type, handler, method);
      }
    }
    this.records = recordsOf(this.routes);
    this.matchers = this.routes
      .filter((route) => route.method !== 'ALL')
      .map(({ method, path }) => ({
        method,
        path,
        pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`),
      }));
    for (const { path, controller, handler } of this.routes.filter((route) => route.path.includes(':'))) {
      const method = (controller.prototype as Record<string, unknown>)[handler];
      const matcher = this.matchers.find((one) => one.path === path);
      if (matcher !== undefined) this.withParameters.set(method, matcher);
    }
  }

  /**
   * The methods that routes take at this path; none when the path is unknown. A path with fewer parameters comes before
   * one with more: /api/expenses/reports does not take what /api/expenses/:id takes.
   */
  methodsAt(path: string): string[] {
    const found = this.matchers.filter(({ pattern }) => pattern.test(path));
    const meant = found.filter((matcher) => !found.some((other) => isMoreFixed(other, matcher)));
    const methods = new Set(meant.map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }

  /** Whether a route lists records that other routes show one by one: then each row has the ETag that it has there. */
  hasTaggedRows({ response }: OperationOptions): boolean {
    return 'page' in response && isListOf(this.records, response.page);
  }

  /**
   * Whether a request that reached the handler of a path with parameters was for one with fewer, which lacks its method.
   */
  isShadowedByFixedPath(handler: unknown, path: string): boolean {
    return this.moreFixedThan(handler).some((pattern) => pattern.test(path));
  }

  /** The route that a request has reached; none while it is in the middlewares. */
  reachedBy(request: Request): Route | undefined {
    const reached = request.route as { path: string } | undefined;
    if (reached === undefined) return undefined;
    const known = this.reached.get(reached);
    if (known !== undefined) return known;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = this.routes.find(
      (route) => route.path === reached.path && (route.method === method || route.method === 'ALL'),
    );
    if (found !== undefined) this.reached.set(reached, found);
    return found;
  }

  /** The route of a request that has reached its handler. @throws Error when it is none of them */
  of(request: Request): Route {
    const route = this.reachedBy(request);
    if (route === undefined) throw new Error(`${request.method} ${request.path} has reached no route.`);
    return route;
  }

  private moreFixedThan(handler: unknown): readonly RegExp[] {
    let known = this.moreFixed.get(handler);
    if (known === undefined) {
      const own = this.withParameters.get(handler);
      const found = own === undefined ? [] : this.matchers.filter((other) => isMoreFixed(other, own));
      this.moreFixed.set(handler, (known = found.map(({ pattern }) => pattern)));
    }
    return known;
  }

  private add(controller: Type, handler: string, method: () => unknown): void {
    const verb = this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, method);
    if (verb === undefined) return;
    const access = this.reflector.get<AccessRule | undefined>(ACCESS, method);
    if (access === undefined)
      throw new Error(`${controller.name}.${handler} has no @Access line, so the service does not start.`);
    const base = this.reflector.get<string | string[] | undefined>(PATH_METADATA, controller) ?? '';
    const own = this.reflector.get<string | string[] | undefined>(PATH_METADATA, method) ?? '';
    for (const path of [own].flat()) {
      const parts = [...[base].flat(), path].map((part) => part.replace(/^\/|\/$/g, '')).filter((part) => part !== '');
      const operation = this.reflector.get<OperationOptions | undefined>(OPERATION, method);
      this.routes.push({
        method: RequestMethod[verb],
        path: `/${parts.join('/')}`,
        access,
        operation,
        controller,
        handler,
      });
    }
  }
}

/** The views in which records are read or changed one by one, each with its ETag. */
export function recordsOf(routes: readonly Route[]): ReadonlySet<Type> {
  return new Set(
    routes.flatMap(({ method, operation }) => {
      const response = operation?.response;
      if (response === undefined || (method !== 'GET' && method !== 'PATCH')) return [];
      const isTagged = !('text' in response) || 'tagged' in response;
      return 'record' in response && isTagged ? (response.record ?? []) : [];
    }),
  );
}

/** Whether rows of a view are records, or records with something beside. */
export function isListOf(records: ReadonlySet<Type>, page: Type): boolean {
  return records.has(page) || records.has(Object.getPrototypeOf(page) as Type);
}

/** True when a path is one of those that another, with more parameters, matches too. */
function isMoreFixed(one: Matcher, other: Matcher): boolean {
  return other.pattern.test(sampleOf(one.path)) && !one.pattern.test(sampleOf(other.path));
}

/** A path as a request may have it; `~` is in no fixed part. */
function sampleOf(path: string): string {
  return path.replace(/:[A-Za-z]+/g, '~');
}
