export interface SessionProgress {
  readonly id: string
  readonly name: string
  readonly instrumentId: string
  /** The newest price that it has taken; null before it has begun. */
  readonly rowNo: number | null
}

/** For how long sessions have taken no prices while they came. */
export class SessionLags {
  #known = new Map<string, { readonly rowNo: number; readonly since: number }>()
  #lags: readonly { readonly name: string; readonly ms: number }[] = []

  /** What was stored of them at that time, by a clock that nobody sets, and the number of the newest price of a market. */
  see(sessions: readonly SessionProgress[], newest: ReadonlyMap<string, number>, at: number): void {
    const known = new Map<string, { readonly rowNo: number; readonly since: number }>()
    this.#lags = sessions.flatMap(({ id, name, instrumentId, rowNo }) => {
      const price = newest.get(instrumentId)
      if (rowNo === null || price === undefined) return []
      const before = this.#known.get(id)
      const isBehind = rowNo < price && before?.rowNo === rowNo
      const since = isBehind ? before.since : at
      known.set(id, { rowNo, since })
      return [{ name, ms: at - since }]
    })
    this.#known = known
  }

  get now(): readonly { readonly name: string; readonly ms: number }[] {
    return this.#lags
  }
}
