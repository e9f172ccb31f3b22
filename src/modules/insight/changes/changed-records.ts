import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { NotFound } from '../../../kernel/problems';
import { kindOf, kindShownAs, recordKinds, type AnyKind, type AnyRecord } from '../../../platform/records/record-kind';
import { RouteTable, type Route } from '../../../platform/routes/route-table';
import type { ChangeView } from './changes.dto';

type Read = (...ids: string[]) => Promise<AnyRecord>;

/** How a record is read: by its id, and where its path asks for it by that of the event that it is on. */
interface Reader {
  readonly read: Read;
  readonly parameters: number;
}

/**
 * The records that changes are about, as they are now. They are read by the very routes that show them one by one, so each
 * kind of record that has such a route can be read, in the shape that it has there. Whoever may read the changes of a kind
 * may read its records: the route asks for the same permission and scope (`test/architecture/changed-records`).
 */
@Injectable()
export class ChangedRecords {
  private readers: ReadonlyMap<AnyKind, Reader> | undefined;

  constructor(
    private readonly routes: RouteTable,
    private readonly discovery: DiscoveryService,
  ) {}

  /** Adds to each change its record, each read once; null for one that is gone, or that has no route of its own. */
  async addTo(changes: readonly ChangeView[]): Promise<ChangeView[]> {
    const known = new Map<string, Promise<AnyRecord | null>>();
    const extended: ChangeView[] = [];
    for (const change of changes) {
      const key = `${change.target.type} ${change.target.id}`;
      const reading = known.get(key) ?? this.recordOf(change);
      known.set(key, reading);
      extended.push({ ...change, record: await reading });
    }
    return extended;
  }

  /** The route that shows a record of a kind. */
  routeOf(kind: AnyKind): Route | undefined {
    const routes = this.routes.routes.filter(({ method, operation }) => {
      const response = operation?.response;
      const view = response !== undefined && 'record' in response ? response.record : undefined;
      return method === 'GET' && view !== undefined && kindShownAs(view) === kind;
    });
    // One without parameters shows the caller's own, or the only one that there is.
    return routes.find(({ path }) => path.includes(':')) ?? routes[0];
  }

  private async recordOf({ target, eventId }: ChangeView): Promise<AnyRecord | null> {
    const kind = kindOf(target.type);
    const reader = kind === null ? undefined : (this.readers ??= this.allReaders()).get(kind);
    if (reader === undefined || (reader.parameters === 2 && eventId === null)) return null;
    const ids = [eventId ?? '', target.id].slice(2 - reader.parameters);
    try {
      return await reader.read(...ids);
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  private allReaders(): ReadonlyMap<AnyKind, Reader> {
    const controllers = new Map(this.discovery.getControllers().map(({ metatype, instance }) => [metatype, instance]));
    const readers = new Map<AnyKind, Reader>();
    // The others ask for more than reading the changes does: a user's record is for operators.
    for (const kind of recordKinds().filter(({ changes }) => changes.size > 0)) {
      const route = this.routeOf(kind);
      if (route === undefined) continue;
      const controller = controllers.get(route.controller) as Partial<Record<string, Read>>;
      const read = controller[route.handler];
      if (read === undefined) throw new Error(`${route.path} has no handler.`);
      readers.set(kind, { read: read.bind(controller), parameters: route.path.split(':').length - 1 });
    }
    return readers;
  }
}
