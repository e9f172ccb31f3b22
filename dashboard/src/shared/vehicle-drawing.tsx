import './vehicle-drawing.css';
import { useText } from './language';

/** How seats stand beside each other, by how many there are: a coach, a minibus, a van. The last row has no aisle. */
const LAYOUTS = [
  { from: 20, height: 84, rows: [10, 25, 48, 63], back: [10, 23.3, 36.5, 49.8, 63] },
  { from: 9, height: 69, rows: [10, 25, 48], back: [10, 22.7, 35.3, 48] },
  { from: 0, height: 61, rows: [10, 25, 40], back: [10, 25, 40] },
] as const;
const STEP = 15;
const FRONT = 41;

interface Props {
  readonly capacity: number;
  /** Seats of guests, and of those they bring. */
  readonly guests: number;
  readonly brought: number;
  readonly hasDriver: boolean;
}

/** A vehicle from above, all at one scale. It says nothing to a screen reader: the figures stand beside it. */
export function VehicleDrawing({ capacity, guests, brought, hasDriver }: Props) {
  const { height, rows, back } = LAYOUTS.find(({ from }) => capacity >= from)!;
  const inRows = Math.max(0, capacity - back.length);
  const columns = Math.ceil(inRows / rows.length);
  const width = 10 + columns * STEP + FRONT;
  const seats = [
    ...Array.from({ length: inRows }, (_, seat) => ({
      x: 10 + (columns - Math.floor(seat / rows.length)) * STEP,
      y: rows[seat % rows.length]!,
    })),
    ...back.slice(0, Math.min(capacity, back.length)).map((y) => ({ x: 10, y })),
  ];
  const stateOf = (seat: number) => (seat < guests ? 'guest' : seat < guests + brought ? 'brought' : 'free');
  return (
    <svg className="vehicle-drawing" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <path
        data-part="body"
        d={`M9 .7H${width - 20}C${width - 6} .7 ${width - 0.7} ${height * 0.22} ${width - 0.7} ${height / 2}S${width - 6} ${height - 0.7} ${width - 20} ${height - 0.7}H9A8.3 8.3 0 0 1 .7 ${height - 9}V9A8.3 8.3 0 0 1 9 .7Z`}
      />
      <path
        data-part="glass"
        d={`M${width - 12.5} 9.5C${width - 7.5} 15 ${width - 6} ${height * 0.32} ${width - 6} ${height / 2}S${width - 7.5} ${height - 15} ${width - 12.5} ${height - 9.5}`}
      />
      <circle data-part={hasDriver ? 'driver' : 'nobody'} cx={width - 19.5} cy={height - 15.5} r={4.6} />
      {seats.map(({ x, y }, seat) => (
        <rect key={seat} data-seat={stateOf(seat)} x={x + 0.5} y={y + 0.5} width={10} height={10} rx={3} />
      ))}
    </svg>
  );
}

const SEATS = ['guest', 'brought', 'free'] as const;

/** What the signs of the drawings mean: those of seats, and with `drivers` those of who drives. */
export function SeatKey({ drivers = false }: { readonly drivers?: boolean }) {
  const { seats } = useText();
  return (
    <p className="seat-key">
      {[...SEATS, ...(drivers ? (['driver', 'nobody'] as const) : [])].map((state) => (
        <span key={state}>
          <i data-seat={state} aria-hidden />
          {seats.key[state]}
        </span>
      ))}
    </p>
  );
}
