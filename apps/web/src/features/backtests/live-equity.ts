import type { BacktestProgress } from '@tradeloom/contracts'
import { KeyedStore } from '../../realtime/keyed-store.ts'

/** As many as a small curve can show. */
const MAX_VALUES = 240

/** The equity of running backtests since this page was opened, by backtest id. */
export const liveEquityStore = new KeyedStore<readonly number[]>()

/** The same at once: the store shows a value only with the next frame. */
const collected = new Map<string, readonly number[]>()

/** Beyond the limit, every other value is dropped, so that the curve still begins where it began. */
export function addEquity({ id, equity }: Pick<BacktestProgress, 'id' | 'equity'>): void {
  if (equity === null) return
  const values = [...(collected.get(id) ?? []), equity]
  const kept = values.length > MAX_VALUES ? values.filter((_, index) => index % 2 === 0) : values
  collected.set(id, kept)
  liveEquityStore.set(id, kept)
}

/** Call when the run has ended. */
export function forgetEquity(id: string): void {
  collected.delete(id)
  liveEquityStore.delete(id)
}
