import type { Backtest } from '@tradeloom/contracts'
import { KeyedStore, useKey } from '../../realtime/keyed-store.ts'

/** Runs stopped on this page that have not ended yet, by backtest id. */
export const stoppingStore = new KeyedStore<true>()

/** The status to show: a stopped run shows Stopping at once, before its runner confirms. */
export function useShownStatus({ id, status }: Pick<Backtest, 'id' | 'status'>): string {
  const isStopping = useKey(stoppingStore, id) === true
  return isStopping && status === 'In Progress' ? STOPPING : status
}

const STOPPING = 'Stopping…'

/** The label of a stop that its runner has not confirmed yet; null without one. */
export function usePendingStop(row: Pick<Backtest, 'id' | 'status'>): string | null {
  return useShownStatus(row) === STOPPING ? STOPPING : null
}
