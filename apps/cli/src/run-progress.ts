import { SingleBar } from 'cli-progress'

export interface RunProgressBar {
  /** `progress` from 0 to 1. */
  readonly update: (progress: number) => void
  readonly stop: () => void
}

/** A bar of the run's progress, on standard error; nothing when that is no terminal. */
export function startRunProgress(): RunProgressBar {
  const bar = new SingleBar({
    format: 'Backtest [{bar}] {percentage} %',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: null,
  })
  let started = false
  return {
    update(progress) {
      if (!process.stderr.isTTY) return
      if (started) bar.update(progress * 100)
      else bar.start(100, progress * 100)
      started = true
    },
    stop() {
      if (started) bar.stop()
    },
  }
}
