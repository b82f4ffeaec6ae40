import type { ImportProgress } from '@tradeloom/market-data'
import { SingleBar } from 'cli-progress'
import type { Terminal } from './terminal.ts'

export interface ImportProgressBar {
  readonly update: (progress: ImportProgress) => void
  readonly stop: () => void
}

/** Shows the bytes read as a bar on standard error, if that is a terminal. */
export function startImportProgress(terminal: Pick<Terminal, 'stderr'>): ImportProgressBar {
  const bar = new SingleBar({
    format: '{phase} [{bar}] {percentage}% {rows} rows',
    stream: terminal.stderr,
    clearOnComplete: true,
    hideCursor: null,
  })
  let started = false
  return {
    update({ phase, bytes, totalBytes, rows }) {
      if (!terminal.stderr.isTTY) return
      if (!started) bar.start(totalBytes, bytes, { phase, rows })
      else bar.update(bytes, { phase, rows })
      started = true
    },
    stop() {
      if (started) bar.stop()
    },
  }
}
