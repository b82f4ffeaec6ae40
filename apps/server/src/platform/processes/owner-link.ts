/** The connection of a process to its owner, seen from the process. */
export interface OwnerLink<In, Out> {
  onMessage(listener: (message: In) => void): void
  /** Also resolves if the owner is gone. */
  send(message: Out): Promise<void>
  /** Aborted when the owner stops the process or has died. */
  readonly closing: AbortSignal
}

export function ownerLink<In, Out>(): OwnerLink<In, Out> {
  const closing = new AbortController()
  process.once('disconnect', () => closing.abort())
  return {
    onMessage: (listener) => void process.on('message', (message) => listener(message as In)),
    send: (message) =>
      new Promise((resolve) => {
        if (process.connected) process.send?.(message, () => resolve())
        else resolve()
      }),
    closing: closing.signal,
  }
}
