export { AccessLinkCredentials } from './access-link-credentials';
export { AccessLinksModule } from './access-links.module';
