import type { TopicLease } from './topic.ts'

/** A page that is reloaded, or another one with the same topic, finds it open. */
const LINGER_MS = 30_000

interface Open {
  readonly lease: TopicLease
  listeners: number
  timer: NodeJS.Timeout | undefined
}

/** Opens topics for their first listener, and releases them 30 s after their last one. */
export class TopicLeases {
  readonly #open = new Map<string, Open>()

  /** Counts a listener; `open` is called if it is the first one. */
  enter(name: string, open: () => TopicLease): void {
    const known = this.#open.get(name)
    if (!known) return void this.#open.set(name, { lease: open(), listeners: 1, timer: undefined })
    clearTimeout(known.timer)
    known.listeners++
  }

  leave(name: string): void {
    const known = this.#open.get(name)
    if (!known || --known.listeners > 0) return
    known.timer = setTimeout(() => {
      this.#open.delete(name)
      known.lease.release()
    }, LINGER_MS)
    known.timer.unref()
  }

  /** Releases all topics at once. */
  stop(): void {
    for (const { lease, timer } of this.#open.values()) {
      clearTimeout(timer)
      lease.release()
    }
    this.#open.clear()
  }
}
