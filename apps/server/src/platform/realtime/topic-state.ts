interface Item {
  readonly version: number
  readonly text: string
}

/** Stored changes for slow clients, unless the topic says otherwise; beyond it, they get a snapshot instead. */
const MAX_ITEMS = 500

/**
 * Changes of one topic: the newest text of each key, and a version that counts changes. A client is described by the
 * version it has received, so a stalled client costs one number instead of a backlog.
 */
export class TopicState {
  readonly #items = new Map<string, Item>()
  readonly #maxItems: number
  #version = 0
  #dropped = 0

  constructor(maxItems = MAX_ITEMS) {
    this.#maxItems = maxItems
  }

  get version(): number {
    return this.#version
  }

  set(key: string, text: string): void {
    this.#version++
    // Re-added at the end: items are sent in the order of their versions.
    this.#items.delete(key)
    this.#items.set(key, { version: this.#version, text })
    if (this.#items.size <= this.#maxItems) return
    const [oldest] = this.#items as Iterable<[string, Item]>
    if (!oldest) return
    this.#dropped = oldest[1].version
    this.#items.delete(oldest[0])
  }

  /** Call if the text of this key is outdated. */
  forget(key: string): void {
    this.#items.delete(key)
  }

  /** Whether the key has changed since that version. */
  hasChanged(key: string, version: number): boolean {
    return (this.#items.get(key)?.version ?? 0) > version
  }

  /** Whether something newer than `seen` is no longer stored. */
  hasGap(seen: number): boolean {
    return seen < this.#dropped
  }

  /** Texts newer than that version, oldest first. */
  *after(seen: number): Generator<string> {
    for (const { version, text } of this.#items.values()) if (version > seen) yield text
  }

  /** Call once all clients have received everything. */
  clear(): void {
    this.#items.clear()
  }
}
