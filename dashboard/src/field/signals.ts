/** What an answer on the screen feels like. */
export type Tone = 'good' | 'known' | 'bad' | 'asked';

/** Whoever is only looked at is nothing to be heard. */
const TONES = {
  asked: null,
  good: { frequency: 880, seconds: 0.12, vibration: [60] },
  known: { frequency: 520, seconds: 0.12, vibration: [60] },
  bad: { frequency: 180, seconds: 0.4, vibration: [200, 80, 200] },
} as const;
const VOLUME = 0.15;

let audio: AudioContext | null = null;

/** Phones play sounds only after a touch, of one player that was woken by it: answers to the camera come later than that. */
export function allowSound(): void {
  addEventListener(
    'pointerdown',
    () =>
      void player()
        ?.resume()
        .catch(() => undefined),
  );
}

/** Sounds and vibrates, where the phone can, once the answer is on the screen: the first sound takes longer than that. */
export function signal(tone: Tone): void {
  const sound = TONES[tone];
  if (sound !== null) requestAnimationFrame(() => setTimeout(() => play(sound)));
}

function play(sound: NonNullable<(typeof TONES)[Tone]>): void {
  const { frequency, seconds, vibration } = sound;
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([...vibration]);
  const to = player();
  if (to === null) return;
  const oscillator = new OscillatorNode(to, { frequency });
  oscillator.connect(new GainNode(to, { gain: VOLUME })).connect(to.destination);
  oscillator.start();
  oscillator.stop(to.currentTime + seconds);
}

/** Keeps the screen on while the page is looked at: the browser lets go of that whenever it is not. */
export function keepAwake(): void {
  const request = () => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', request);
  request();
}

function player(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  return (audio ??= new AudioContext());
}
