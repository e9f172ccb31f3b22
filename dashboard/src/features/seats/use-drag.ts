import { useEffect, useRef, type PointerEvent } from 'react';

/** How far a pointer moves before it drags: less is a click or the beginning of scrolling. */
const THRESHOLD_PX = 5;
/** How long a finger rests before it drags instead of scrolling. */
const TOUCH_DELAY_MS = 250;

interface Drag {
  readonly id: string;
  readonly element: HTMLElement;
  readonly startX: number;
  readonly startY: number;
  ghost: HTMLElement | null;
  over: HTMLElement | null;
  timer?: ReturnType<typeof setTimeout>;
}

interface Handlers {
  readonly onLift: (id: string) => void;
  /** Gets the `data-drop` of the element below the pointer. */
  readonly onDrop: (id: string, drop: string) => void;
  /** After a lift, in any case. */
  readonly onEnd: () => void;
}

/**
 * Drags elements onto others by mouse, pen and finger. By hand: nothing is rendered while dragging, so that 500 guests
 * stay smooth; libraries render on every move, and HTML's own drag and drop knows no fingers.
 *
 * @returns handlers for the elements that can be dragged
 */
export function useDrag({ onLift, onDrop, onEnd }: Handlers) {
  const drag = useRef<Drag | null>(null);
  useEffect(() => {
    // Once a finger drags, the browser must not scroll with it. It only listens to who has been there from the start.
    const stay = (event: TouchEvent) => {
      if (drag.current?.ghost != null) event.preventDefault();
    };
    addEventListener('touchmove', stay, { passive: false });
    return () => removeEventListener('touchmove', stay);
  }, []);
  const lift = (current: Drag) => {
    const ghost = current.element.cloneNode(true) as HTMLElement;
    const { width } = current.element.getBoundingClientRect();
    Object.assign(ghost.style, { position: 'fixed', width: `${width}px`, left: '0', top: '0', zIndex: '1000' });
    ghost.style.pointerEvents = 'none';
    ghost.style.transform = `translate(${current.startX + 8}px, ${current.startY + 8}px)`;
    ghost.setAttribute('aria-hidden', 'true');
    document.body.append(ghost);
    current.element.dataset['dragging'] = 'true';
    current.ghost = ghost;
    // Who is taken off the event while in hand gets no more events.
    addEventListener('pointerup', end, { once: true });
    onLift(current.id);
  };
  const end = () => {
    const current = drag.current;
    if (current === null) return;
    clearTimeout(current.timer);
    current.ghost?.remove();
    delete current.element.dataset['dragging'];
    if (current.over !== null) delete current.over.dataset['over'];
    drag.current = null;
    if (current.ghost !== null) onEnd();
  };
  return (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as HTMLElement).closest('[data-no-drag]') !== null) return;
      const element = event.currentTarget;
      const current: Drag = { id, element, startX: event.clientX, startY: event.clientY, ghost: null, over: null };
      drag.current = current;
      if (event.pointerType === 'touch') current.timer = setTimeout(() => lift(current), TOUCH_DELAY_MS);
      else element.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const current = drag.current;
      if (current === null) return;
      const distance = Math.hypot(event.clientX - current.startX, event.clientY - current.startY);
      if (current.ghost === null) {
        if (distance < THRESHOLD_PX) return;
        if (event.pointerType === 'touch') return end();
        lift(current);
      }
      current.ghost!.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`;
      const below =
        document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-drop]') ?? null;
      if (below === current.over) return;
      if (current.over !== null) delete current.over.dataset['over'];
      if (below !== null) below.dataset['over'] = 'true';
      current.over = below;
    },
    onPointerUp: () => {
      const current = drag.current;
      const drop = current?.ghost == null ? undefined : current.over?.dataset['drop'];
      end();
      if (drop !== undefined) onDrop(id, drop);
    },
    onPointerCancel: end,
  });
}
