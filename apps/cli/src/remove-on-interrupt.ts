import { rmSync } from 'node:fs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Removes a folder if the user interrupts the command (Ctrl-C), which then ends by that signal as usual. A command that
 * handles the first Ctrl-C itself, by a listener of an earlier time, keeps the folder until the second one. Returns a
 * function that undoes this; call it once the folder is gone.
 */
export function removeOnInterrupt(folder: string): () => void {
  const others = process.listenerCount('SIGINT')
  let isFirst = others > 0
  const end = (signal: NodeJS.Signals): void => {
    const isHandled = signal === 'SIGINT' && isFirst
    isFirst = false
    if (isHandled) return
    forget()
    rmSync(folder, { recursive: true, force: true })
    process.kill(process.pid, signal)
  }
  const forget = (): void => {
    for (const signal of SIGNALS) process.off(signal, end)
  }
  for (const signal of SIGNALS) process.on(signal, end)
  return forget
}
