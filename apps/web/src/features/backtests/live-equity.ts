import type { BacktestProgress } from '@tradeloom/contracts'
import { KeyedStore } from '../../realtime/keyed-store.ts'

/** As many as a small curve can show. */
const MAX_VALUES = 240

/** The equity of running backtests since this page was opened, by backtest id. */
export const liveEquityStore = new KeyedStore<readonly number[]>()

/** The same at once: the store shows a value only with the next frame. */
const collected = new Map<string, readonly number[]>()

/** How far each run had come. */
const reached = new Map<string, number>()

/**
 * Beyond the limit, every other value is dropped, so that the curve still begins where it began. It starts over with a run that
 * starts again, as after a restart of the server.
 */
export function addEquity({ id, equity, progress }: Pick<BacktestProgress, 'id' | 'equity' | 'progress'>): void {
  const isAgain = progress < (reached.get(id) ?? 0)
  reached.set(id, progress)
  if (equity === null) return
  const values = isAgain ? [equity] : [...(collected.get(id) ?? []), equity]
  const kept = values.length > MAX_VALUES ? values.filter((_, index) => index % 2 === 0) : values
  collected.set(id, kept)
  liveEquityStore.set(id, kept)
}

/** Call when the run has ended. */
export function forgetEquity(id: string): void {
  collected.delete(id)
  reached.delete(id)
  liveEquityStore.delete(id)
}
