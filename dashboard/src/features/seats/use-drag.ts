import { useRef, type PointerEvent } from 'react';

/** How far a pointer moves before it drags: less is a click or the beginning of scrolling. */
const THRESHOLD_PX = 5;
/** How long a finger rests before it drags instead of scrolling. */
const TOUCH_DELAY_MS = 250;

interface Drag {
  readonly element: HTMLElement;
  readonly startX: number;
  readonly startY: number;
  ghost: HTMLElement | null;
  over: HTMLElement | null;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * Drags elements onto others by mouse, pen and finger. By hand: nothing is rendered while dragging, so that 500 guests
 * stay smooth; libraries render on every move, and HTML's own drag and drop knows no fingers.
 *
 * @param onDrop gets the `data-drop` of the element below the pointer
 * @returns handlers for the elements that can be dragged
 */
export function useDrag(onDrop: (id: string, drop: string) => void) {
  const drag = useRef<Drag | null>(null);
  const lift = (current: Drag) => {
    const ghost = current.element.cloneNode(true) as HTMLElement;
    const { width } = current.element.getBoundingClientRect();
    Object.assign(ghost.style, { position: 'fixed', width: `${width}px`, left: '0', top: '0', zIndex: '1000' });
    ghost.style.pointerEvents = 'none';
    ghost.setAttribute('aria-hidden', 'true');
    document.body.append(ghost);
    current.element.dataset['dragging'] = 'true';
    current.ghost = ghost;
  };
  const end = () => {
    const current = drag.current;
    if (current === null) return;
    clearTimeout(current.timer);
    current.ghost?.remove();
    delete current.element.dataset['dragging'];
    if (current.over !== null) delete current.over.dataset['over'];
    drag.current = null;
  };
  return (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as HTMLElement).closest('[data-no-drag]') !== null) return;
      const element = event.currentTarget;
      const current: Drag = { element, startX: event.clientX, startY: event.clientY, ghost: null, over: null };
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
