/** Counts something, in total and for each organization. */
export class CountByOrganization {
  total = 0;
  private readonly counts = new Map<string, number>();

  of(organizationId: string): number {
    return this.counts.get(organizationId) ?? 0;
  }

  add(organizationId: string, change: number): void {
    this.total += change;
    const count = this.of(organizationId) + change;
    if (count === 0) this.counts.delete(organizationId);
    else this.counts.set(organizationId, count);
  }
}
