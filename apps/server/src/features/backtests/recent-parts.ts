/** Cache of recently read parts of results: a page requests many windows of one result. Results never change. */
export class RecentParts {
  readonly #entries = new Map<string, { readonly value: unknown; readonly bytes: number }>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get<Value>(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value as Value
  }

  /** Evicts the least recently used parts; a part larger than the cache is not kept. */
  set(key: string, value: unknown, bytes: number): void {
    if (this.#entries.has(key) || bytes > this.#maxBytes) return
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const [oldest, { bytes: freed }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      this.#entries.delete(oldest)
      this.#bytes -= freed
    }
  }
}
