import { emptyBar, type IndicatorBar, type IndicatorInstance } from '@tradeloom/indicators'

import { freezeView } from './freeze-view.ts'
import type { KnownSource } from './known-source.ts'
import { offerSeries } from './series-of.ts'

type Create = (bar: IndicatorBar) => IndicatorInstance

/**
 * An indicator over the periods of a dataset instead of over bars. Its values belong to what is known now: when an earlier
 * period is revised, all of them are computed again. Periods whose value was withdrawn are left out.
 */
class ReleaseReader {
  readonly #source: KnownSource
  readonly #create: Create
  /** Periods on which a value depends. */
  readonly #reach: number
  #bar = emptyBar()
  #instance: IndicatorInstance
  /** Periods that the instance has been given, and the rewrites until then. */
  #fed = 0
  #rewrites = 0

  constructor(source: KnownSource, create: Create, reach: number) {
    this.#source = source
    this.#reach = reach
    this.#create = create
    this.#instance = create(this.#bar)
  }

  now(): IndicatorInstance {
    const known = this.#source.now()
    this.#source.noteRead(known, Math.min(this.#reach, known.count) - 1)
    if (known.rewrites !== this.#rewrites) {
      this.#rewrites = known.rewrites
      this.#fed = 0
      this.#bar = emptyBar()
      this.#instance = this.#create(this.#bar)
    }
    for (; this.#fed < known.count; this.#fed++) {
      const n = known.count - 1 - this.#fed
      const value = known.ago(n)
      if (Number.isNaN(value)) continue
      const prices = { open: value, high: value, low: value, close: value }
      Object.assign(this.#bar, { time: known.periodAgo(n), ...prices, volume: 0, spread: 0 })
      this.#instance.close()
    }
    return this.#instance
  }
}

/** Such an indicator as scripts hold it. No period is forming, so that value is the last one. */
class ScriptReleaseIndicator {
  readonly #reader: ReleaseReader

  constructor(reader: ReleaseReader, isSingle: boolean) {
    this.#reader = reader
    if (!isSingle) return
    const value = (): number => reader.now().first.at(0)
    offerSeries(this, { finished: value, forming: value, requestWarmup: () => undefined })
  }

  get ready(): boolean {
    return this.#reader.now().ready
  }

  get forming(): unknown {
    return this.#reader.now().value(0)
  }

  value(k = 0): unknown {
    return this.#reader.now().value(k)
  }
}

freezeView(ScriptReleaseIndicator)

/** `reach` is the number of periods on which a value depends. */
export function releaseIndicator(source: KnownSource, create: Create, reach: number, isSingle: boolean): object {
  return Object.freeze(new ScriptReleaseIndicator(new ReleaseReader(source, create, reach), isSingle))
}
