export { GroupsView } from './groups-view';
export { NewPartyForm } from './party-form';
export { allPartiesQuery } from './parties-queries';
