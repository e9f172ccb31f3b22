import { RecordKind } from '../../../platform/records/record-kind';
import { OrganizationView } from './organizations.dto';

export const ORGANIZATION_RECORD = new RecordKind<OrganizationView>({ type: 'organization', view: OrganizationView });
