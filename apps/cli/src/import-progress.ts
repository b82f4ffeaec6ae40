import type { ImportProgress } from '@tradeloom/market-data'
import { SingleBar } from 'cli-progress'

export interface ImportProgressBar {
  readonly update: (progress: ImportProgress) => void
  readonly stop: () => void
}

/** A bar of the bytes read, on standard error; nothing when that is no terminal. */
export function startImportProgress(): ImportProgressBar {
  const bar = new SingleBar({
    format: '{phase} [{bar}] {percentage} % {rows} rows',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: null,
  })
  let started = false
  return {
    update({ phase, bytes, totalBytes, rows }) {
      if (!process.stderr.isTTY) return
      if (!started) bar.start(totalBytes, bytes, { phase, rows })
      else bar.update(bytes, { phase, rows })
      started = true
    },
    stop() {
      if (started) bar.stop()
    },
  }
}
