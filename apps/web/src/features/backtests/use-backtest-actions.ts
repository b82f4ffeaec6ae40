import type { Backtest } from '@tradeloom/contracts'
import { call } from '../../api/call.ts'
import { formatCount } from '../../ui/format.ts'
import { toastInfo, toastSuccess } from '../../ui/toast.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { type RunActions, useRunActions } from '../../entities/runs/use-run-actions.ts'
import { BACKTESTS } from './backtest-kind.ts'
import { stoppingStore } from './stopping.ts'

export function useBacktestActions(row: Backtest): RunActions {
  const { id, units } = row
  const isLimited = typeof useUser()?.backtestUnits === 'number'
  return useRunActions(BACKTESTS, row, {
    login: () => 'Please log in to change backtests',
    questions: {
      cancel: 'Cancel this queued backtest?',
      stop: 'Stop this backtest? Results so far are kept.',
      delete: 'Delete this backtest with its result? This cannot be undone.',
    },
    remove: () => call('deleteBacktest', { params: { id } }),
    async stop() {
      stoppingStore.set(id, true)
      try {
        await call('updateBacktest', { params: { id }, body: { status: 'Stopped' } })
        toastSuccess('Stop signal sent. Backtest will stop shortly')
      } catch (error) {
        stoppingStore.delete(id)
        throw error
      }
    },
    onCanceled: () => {
      if (isLimited && units > 0) toastInfo(`${formatCount(units, 'compute unit')} given back`)
    },
  })
}
