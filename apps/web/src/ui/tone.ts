import { areTonesOn } from './tones-switch.ts'

/** Frequencies in Hz and lengths in seconds: up for a fill, down for a stop, three for an alert, low for a refusal. */
const TONES = {
  fill: [
    [660, 0.08],
    [880, 0.14],
  ],
  stop: [
    [440, 0.1],
    [330, 0.18],
  ],
  alert: [
    [880, 0.08],
    [880, 0.08],
    [1175, 0.16],
  ],
  refused: [[196, 0.25]],
} as const satisfies Record<string, readonly (readonly [number, number])[]>
export type Tone = keyof typeof TONES

const VOLUME = 0.08
const FADE = 0.02

let audio: AudioContext | undefined

/** Plays a tone, once where several tabs would. Browsers are silent until their user has touched the page. */
export async function playTone(tone: Tone): Promise<void> {
  if (!areTonesOn() || navigator.userActivation?.hasBeenActive === false) return
  const parts = TONES[tone]
  if (navigator.locks === undefined) return play(parts)
  await navigator.locks.request('tradeloom-tone', { ifAvailable: true }, (lock) => (lock === null ? null : play(parts)))
}

async function play(parts: readonly (readonly [number, number])[]): Promise<void> {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') await audio.resume()
  const { promise, resolve } = Promise.withResolvers<void>()
  let at = audio.currentTime
  let last: OscillatorNode | undefined
  for (const [frequency, length] of parts) {
    last = audio.createOscillator()
    const volume = audio.createGain()
    last.frequency.value = frequency
    // Without a slope, it would click.
    volume.gain.setValueAtTime(0, at)
    volume.gain.linearRampToValueAtTime(VOLUME, at + FADE)
    volume.gain.linearRampToValueAtTime(0, at + length)
    last.connect(volume).connect(audio.destination)
    last.start(at)
    at += length
    last.stop(at)
  }
  last?.addEventListener('ended', () => resolve())
  await promise
}
