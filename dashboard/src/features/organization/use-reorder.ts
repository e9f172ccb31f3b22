import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useEveryText } from '../../shared/language';

/**
 * Reorders a list by its handles: dragged with mouse, pen or finger, or grabbed with Space, moved with the arrows and
 * dropped with Space. Escape puts everything back. Each step is announced.
 */
export function useReorder(items: readonly string[], change: (items: string[]) => void) {
  const { organization: text } = useEveryText();
  const [grabbed, setGrabbed] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<readonly string[]>([]);
  const byPointer = useRef(false);
  const say = (sentence: (name: string, place: number, of: number) => string, index: number, name: string) =>
    setAnnouncement(sentence(name, index + 1, items.length));
  // The handle that was used stands at another place now, and the keyboard goes on there.
  useEffect(() => {
    if (grabbed !== null && !byPointer.current)
      list.current?.querySelectorAll<HTMLElement>('.category-handle')[grabbed]?.focus();
  }, [grabbed]);
  const grab = (index: number) => {
    before.current = items;
    setGrabbed(index);
    say(text.grabbed, index, items[index]!);
  };
  const moveTo = (to: number) => {
    if (grabbed === null || to === grabbed || to < 0 || to >= items.length) return;
    const next = [...items];
    const [moved] = next.splice(grabbed, 1);
    next.splice(to, 0, moved!);
    change(next);
    setGrabbed(to);
    say(text.moved, to, moved!);
  };
  const drop = () => {
    if (grabbed === null) return;
    say(text.dropped, grabbed, items[grabbed]!);
    byPointer.current = false;
    setGrabbed(null);
  };
  const cancel = () => {
    if (grabbed === null) return;
    change([...before.current]);
    setAnnouncement(text.putBack);
    byPointer.current = false;
    setGrabbed(null);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const steps: Readonly<Record<string, () => void>> = {
      ' ': () => (grabbed === null ? grab(index) : drop()),
      Enter: () => (grabbed === null ? grab(index) : drop()),
      ArrowUp: () => moveTo(index - 1),
      ArrowDown: () => moveTo(index + 1),
      Escape: cancel,
    };
    const step = steps[event.key];
    if (step === undefined || (grabbed === null && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    step();
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!byPointer.current) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-index]');
    if (over != null && list.current?.contains(over) === true) moveTo(Number(over.dataset['index']));
  };
  const handle = (index: number) => ({
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      byPointer.current = true;
      grab(index);
    },
    onPointerMove,
    onPointerUp: drop,
    onPointerCancel: cancel,
    onBlur: () => {
      if (!byPointer.current && grabbed === index) drop();
    },
  });
  return { announcement, grabbed, list, handle };
}
