import { ScreenSkeleton } from '../shared/page';

/** The shape of the frame while its code and the session come: what follows moves nothing. */
export function FrameSkeleton() {
  return (
    <div className="app">
      <div className="app-side" />
      <div className="panel">
        <div className="top" />
        <div className="page-area">
          <ScreenSkeleton />
        </div>
      </div>
    </div>
  );
}
