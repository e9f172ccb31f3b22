import { html, type Html } from '../../kernel/html';

/** Leads from a page on into the dashboard, where the service serves one. */
export class DashboardLink {
  constructor(private readonly isServed: boolean) {}

  /**
   * @param root where the service begins, as seen from the page
   * @param screen the screen's path without its first slash; empty for the first one
   * @returns nothing where there is no dashboard
   */
  to(root: string, screen: string, words: string): Html | null {
    return this.isServed ? html`<p><a class="button" href="${root}${screen}">${words}</a></p>` : null;
  }
}
