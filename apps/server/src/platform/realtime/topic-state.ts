interface Item {
  readonly version: number
  readonly text: string
}

/** More things that changed are not kept for clients that fell behind; they get a snapshot instead. */
const MAX_ITEMS = 500

/**
 * What has changed in one topic, as it is sent: the newest text of each key, and a version that counts changes. A
 * client is described by the version it has seen, so one that stalls costs a number, not a backlog.
 */
export class TopicState {
  readonly #items = new Map<string, Item>()
  #version = 0
  #dropped = 0

  get version(): number {
    return this.#version
  }

  set(key: string, text: string): void {
    this.#version++
    // To the end: items are sent in the order of their versions.
    this.#items.delete(key)
    this.#items.set(key, { version: this.#version, text })
    if (this.#items.size <= MAX_ITEMS) return
    const [oldest] = this.#items as Iterable<[string, Item]>
    if (!oldest) return
    this.#dropped = oldest[1].version
    this.#items.delete(oldest[0])
  }

  /** What it says is out of date. */
  forget(key: string): void {
    this.#items.delete(key)
  }

  /** True when the key has changed since that version. */
  hasChanged(key: string, version: number): boolean {
    return (this.#items.get(key)?.version ?? 0) > version
  }

  /** True when something newer than `seen` is no longer here. */
  hasGap(seen: number): boolean {
    return seen < this.#dropped
  }

  /** Texts that a client with that version has not seen, oldest first. */
  *after(seen: number): Generator<string> {
    for (const { version, text } of this.#items.values()) if (version > seen) yield text
  }

  /** Everybody has seen everything. */
  clear(): void {
    this.#items.clear()
  }
}
