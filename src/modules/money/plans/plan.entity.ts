import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tier that organizations subscribe to. It belongs to the platform. */
@Entity({ name: 'plans' })
export class Plan {
  @PrimaryColumn({ type: 'uuid' }) id: string;
  @Column({ type: 'text' }) name: string;
  /** The form in which the name is sorted. */
  @Column({ type: 'text' }) nameKey: string;
  /** Major units of `currency`, as is the other price. */
  @Column({ type: 'numeric', precision: 19, scale: 4 }) monthlyPrice: string;
  @Column({ type: 'numeric', precision: 19, scale: 4 }) yearlyPrice: string;
  @Column({ type: 'text' }) currency: string;
  @Column({ type: 'text', array: true }) features: string[];
  /** Whether it is offered to the public. */
  @Column({ type: 'boolean' }) active: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
