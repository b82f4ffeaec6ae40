import type { BacktestProgress } from '@tradeloom/contracts'
import { KeyedStore } from '../../realtime/keyed-store.ts'

/** Latest progress of running backtests, by backtest id. */
export const progressStore = new KeyedStore<BacktestProgress>()
/** What a run is doing, by backtest id; nothing after it has ended. */
export const progressDetailStore = new KeyedStore<string>()
