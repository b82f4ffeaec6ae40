import type { BarDays } from '@tradeloom/domain'

import { closedHours } from '../calendar/closures-for.ts'
import type { ClosuresOf } from './instrument-folder.ts'
import type { Layers } from './layers.ts'
import { type Batch, type MonthOutcome, putBatches, type PutOptions } from './put-batch.ts'
import { removeSeries } from './remove-series.ts'
import type { SeriesKey } from './series.ts'
import { setBarDays } from './set-bar-days.ts'
import { type SharedMonths, shareSeries } from './share-series.ts'

/** What one user may write: private data of that user, or shared data where there is no user. */
export interface MarketWriter {
  /** Where `put` writes: the market folder, or the user's own folder in it. */
  readonly dir: string
  /** Merges rows, for importers and the simulator. A user's rows become private data of that user. */
  put(batch: Batch, options?: PutOptions): Promise<MonthOutcome[]>
  /** Several series of one instrument: all of their months change atomically. */
  putAll(batches: readonly Batch[], options?: PutOptions): Promise<MonthOutcome[][]>
  /** Removes one series that `put` has written, or all of an instrument. Returns how many were removed. */
  remove(instrumentId: string, key?: SeriesKey): Promise<number>
  /** Sets when days and weeks of an instrument begin, where `put` writes; false if there is no data of it. */
  setBarDays(instrumentId: string, days: BarDays): Promise<boolean>
  /**
   * Shares a private series with everybody; null if there is none. Throws SharedMonthsDiffer, with nothing changed, if
   * it would replace shared months and `replace` is false.
   */
  share(instrumentId: string, key: SeriesKey, replace: boolean): Promise<SharedMonths | null>
}

export function marketWriter(layers: Layers): MarketWriter {
  const { own, shared } = layers
  const dir = own ?? shared
  const closuresOf: ClosuresOf = (one) => closedHours(layers, one)
  return {
    dir,
    put: async (batch, options) => (await putBatches(dir, [batch], closuresOf, options))[0] ?? [],
    putAll: (batches, options) => putBatches(dir, batches, closuresOf, options),
    remove: (id, key) => removeSeries(dir, id, key),
    setBarDays: (id, days) => setBarDays(dir, id, days),
    share: async (instrumentId, key, replace) => {
      if (own === null) return null
      const sharedClosures: ClosuresOf = (one) => closedHours({ shared, own: null }, one)
      return shareSeries({ own, shared, instrumentId, key, replace, closuresOf: sharedClosures })
    },
  }
}
