import { SingleBar } from 'cli-progress'
import type { Terminal } from './terminal.ts'

export interface RunProgressBar {
  /** `progress` from 0 to 1. */
  readonly update: (progress: number) => void
  readonly stop: () => void
}

/** Shows the run's progress as a bar on standard error, if that is a terminal. */
export function startRunProgress(terminal: Pick<Terminal, 'stderr'>): RunProgressBar {
  const bar = new SingleBar({
    format: 'Backtest [{bar}] {percentage}%',
    stream: terminal.stderr,
    clearOnComplete: true,
    hideCursor: null,
  })
  let started = false
  return {
    update(progress) {
      if (!terminal.stderr.isTTY) return
      if (started) bar.update(progress * 100)
      else bar.start(100, progress * 100)
      started = true
    },
    stop() {
      if (started) bar.stop()
    },
  }
}
