import { type PlateauInput, plateauValues } from './plateau-values.ts'

/** Compares neighbors off the page's thread: of 20,000 scattered backtests that takes seconds. */
globalThis.addEventListener('message', ({ data }: MessageEvent<PlateauInput>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  globalThis.postMessage(plateauValues(data))
})
