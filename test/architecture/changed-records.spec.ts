import { ChangedRecords } from '../../src/modules/insight/changes/changed-records';
import { recordKinds } from '../../src/platform/records/record-kind';
import { useTestApp } from '../support/fixtures';

/** Kinds whose records no route shows one by one. */
const WITHOUT_ROUTE = ['calendar_feed', 'conflict', 'passenger'];

describe('the record that a change has with include=record', () => {
  const service = useTestApp();
  const kinds = recordKinds().filter(({ changes }) => changes.size > 0);

  it('is there for every kind of record that changes', () => {
    const records = service.app.get(ChangedRecords);
    const missing = kinds.filter((kind) => records.routeOf(kind) === undefined).map(({ type }) => type);
    expect(missing).toEqual(WITHOUT_ROUTE);
  });

  it('is read by a route that asks for what reading the changes asks for, and for ids alone', () => {
    const records = service.app.get(ChangedRecords);
    for (const kind of kinds.filter(({ type }) => !WITHOUT_ROUTE.includes(type))) {
      const { access, path, operation, controller, handler } = records.routeOf(kind)!;
      const parameters = path.split(':').length - 1;
      // What is shown as text, too, also takes the request, which says as what.
      const takes = operation && 'text' in operation.response ? parameters : argumentsOf(controller, handler);
      const asked = access.permission ?? null;
      expect({ path, asked, takes }).toEqual({ path, asked: kind.permission, takes: parameters });
    }
  });
});

function argumentsOf(controller: { prototype: object }, handler: string): number {
  return (controller.prototype as Record<string, (...ids: string[]) => unknown>)[handler]!.length;
}
