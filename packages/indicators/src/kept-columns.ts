import type { OhlcColumns } from '@tradeloom/domain'

/** Values of an indicator over bars, one column per output. */
export interface KeptColumns {
  readonly columns: readonly Float64Array[]
  /** The number of bars that have values. */
  filled: number
}

/** Per series of bars: five columns over a year of minutes. */
const MAX_BYTES = 16 * 1024 * 1024
/** What has not been used for this many uses of others makes room for them. */
const MAX_UNUSED = 256

const known = new WeakMap<OhlcColumns, KeptIndicators>()

/**
 * The columns that all runs over the same bars share for an indicator with these arguments; null for the first of them,
 * because most runs are the only one, and where they would take too much memory. Call it once for each use.
 *
 * Only for indicators of the system: their values depend on nothing but the bars and the arguments.
 */
export function keptColumns(bars: OhlcColumns, key: string, outputs: number): KeptColumns | null {
  let kept = known.get(bars)
  if (kept === undefined) {
    kept = new KeptIndicators(bars.time.length)
    known.set(bars, kept)
  }
  return kept.use(key, outputs)
}

interface Use {
  kept: KeptColumns | null
  last: number
}

/** The indicators that runs have used over one series of bars. */
class KeptIndicators {
  readonly #rows: number
  readonly #uses = new Map<string, Use>()
  #count = 0
  #columns = 0

  constructor(rows: number) {
    this.#rows = rows
  }

  use(key: string, outputs: number): KeptColumns | null {
    this.#count += 1
    const before = this.#uses.get(key)
    if (before === undefined) {
      this.#forgetUnused()
      this.#uses.set(key, { kept: null, last: this.#count })
      return null
    }
    before.last = this.#count
    before.kept ??= this.#make(outputs)
    return before.kept
  }

  #make(outputs: number): KeptColumns | null {
    if ((this.#columns + outputs) * this.#rows * Float64Array.BYTES_PER_ELEMENT > MAX_BYTES) return null
    this.#columns += outputs
    return { columns: Array.from({ length: outputs }, () => new Float64Array(this.#rows)), filled: 0 }
  }

  #forgetUnused(): void {
    for (const [key, { kept, last }] of this.#uses) {
      if (this.#count - last <= MAX_UNUSED) continue
      this.#uses.delete(key)
      this.#columns -= kept?.columns.length ?? 0
    }
  }
}
