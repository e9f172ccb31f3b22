import { ScreenSkeleton } from '../shared/page';

/** The shape of the frame while its code and the session come: what follows moves nothing. */
export function FrameSkeleton() {
  return (
    <div className="frame-skeleton">
      <div className="frame-skeleton-header" />
      <div className="frame-skeleton-side" />
      <div className="frame-skeleton-page">
        <ScreenSkeleton />
      </div>
    </div>
  );
}
