/** Ctrl+C once: what is under way ends, and what was found is printed. A second time ends the command at once. */
export interface Interruption {
  readonly signal: AbortSignal
  readonly stop: () => void
}

/** `onFirst` runs at the first one. Call `stop` once there is nothing left to interrupt. */
export function startInterruption(onFirst: () => void): Interruption {
  const controller = new AbortController()
  const interrupt = (): void => {
    process.off('SIGINT', interrupt)
    onFirst()
    controller.abort()
  }
  process.on('SIGINT', interrupt)
  return { signal: controller.signal, stop: () => void process.off('SIGINT', interrupt) }
}
