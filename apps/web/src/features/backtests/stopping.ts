import type { Backtest } from '@tradeloom/contracts'
import { KeyedStore, useKey } from '../../realtime/keyed-store.ts'

/** Runs that somebody on this page has stopped and that have not ended yet, by backtest id. */
export const stoppingStore = new KeyedStore<true>()

/** The status as the user knows it: a run that was stopped says so at once, not when its runner has answered. */
export function useShownStatus({ id, status }: Pick<Backtest, 'id' | 'status'>): string {
  const isStopping = useKey(stoppingStore, id) === true
  return isStopping && status === 'In Progress' ? STOPPING : status
}

export const STOPPING = 'Stopping…'
