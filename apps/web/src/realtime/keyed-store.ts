import { useCallback, useSyncExternalStore } from 'react'

type Schedule = (flush: () => void) => void

// A hidden page gets no animation frames, but its title and toasts must stay current.
const onNextFrame: Schedule = (flush) => {
  if (document.hidden) setTimeout(flush, 250)
  else requestAnimationFrame(flush)
}

/** Latest values by key. Writes between two frames are batched, and only readers of the changed keys render. */
export class KeyedStore<Value> {
  readonly #values = new Map<string, Value>()
  readonly #pending = new Map<string, Value | undefined>()
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #schedule: Schedule

  constructor(schedule: Schedule = onNextFrame) {
    this.#schedule = schedule
  }

  set(key: string, value: Value): void {
    this.#push(key, value)
  }

  delete(key: string): void {
    this.#push(key, undefined)
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(key)
    }
  }

  #push(key: string, value: Value | undefined): void {
    const isFirst = this.#pending.size === 0
    this.#pending.set(key, value)
    if (isFirst) this.#schedule(() => this.#flush())
  }

  #flush(): void {
    const changed = [...this.#pending]
    this.#pending.clear()
    for (const [key, value] of changed) {
      if (value === undefined) this.#values.delete(key)
      else this.#values.set(key, value)
    }
    for (const [key] of changed) for (const listener of this.#listeners.get(key) ?? []) listener()
  }
}

/** The latest value of one key; renders only when that key changes. */
export function useKey<Value>(store: KeyedStore<Value>, key: string): Value | undefined {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  return useSyncExternalStore(subscribe, () => store.get(key))
}
