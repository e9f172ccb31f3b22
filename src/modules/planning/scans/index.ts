export {
  SCAN_ACTIONS,
  SCAN_REASONS,
  SCAN_STATUSES,
  type ScanAction,
  type ScanReason,
  type ScanStatus,
} from './scan.entity';
export { linkNameAt } from './link-name';
export { type ReceivedScan, type RideState, rideStateOf } from './passenger-merge';
export { checkedInAtOf, type OccurredScan } from './scan-merge';
export { type ListedScan, type NewScan, ScansRepository, type StoredScan } from './scans.repository';
export { ScansModule } from './scans.module';
