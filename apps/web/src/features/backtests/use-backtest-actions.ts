import type { Backtest } from '@tradeloom/contracts'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { stoppingStore } from './stopping.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatCount } from '../../ui/format.ts'
import { toastError, toastInfo, toastSuccess } from '../../ui/toast.ts'
import { useUser } from '../auth/bootstrap-query.ts'
import { requireLogin } from '../auth/login.ts'

type Pages = InfiniteData<Backtest[], string | null>

export interface BacktestActions {
  readonly isBusy: boolean
  /** Resolves to true when the backtest was removed. */
  readonly cancel: () => Promise<boolean>
  readonly stop: () => Promise<boolean>
  readonly remove: () => Promise<boolean>
}

const ENDED = new Set<Backtest['status']>(['Completed', 'Errored', 'Failed', 'Stopped'])

/** The actions that a status allows; none for backtests of other users. */
export function allowedActions({ status, readOnly }: Pick<Backtest, 'status' | 'readOnly'>) {
  return {
    cancel: !readOnly && status === 'Queued',
    stop: !readOnly && status === 'In Progress',
    remove: !readOnly && ENDED.has(status),
  }
}

export function useBacktestActions(row: Backtest): BacktestActions {
  const client = useQueryClient()
  const isLimited = typeof useUser()?.backtestUnits === 'number'
  const [isBusy, setBusy] = useState(false)

  const perform = async (work: () => Promise<void>, failure: string): Promise<boolean> => {
    if (!(await requireLogin('Please log in to change backtests'))) return false
    setBusy(true)
    try {
      await work()
      return true
    } catch (error) {
      toastError(error instanceof ApiError && error.code !== 'unknown' ? errorText(error) : failure)
      return false
    } finally {
      setBusy(false)
    }
  }
  const drop = (): void => {
    client.setQueriesData<Pages>({ queryKey: ['backtests'] }, (data) =>
      data === undefined ? data : { ...data, pages: data.pages.map((page) => page.filter(({ id }) => id !== row.id)) },
    )
    void client.invalidateQueries({ queryKey: ['backtests'] })
  }

  return {
    isBusy,
    async cancel() {
      const question = { title: 'Cancel backtest', text: 'Cancel this queued backtest?', confirm: 'Cancel backtest' }
      if (!(await askToConfirm({ ...question, isDestructive: true }))) return false
      return perform(async () => {
        await call('deleteBacktest', { params: { id: row.id } })
        drop()
        toastSuccess('Backtest cancelled')
        if (isLimited && row.units > 0) toastInfo(`${formatCount(row.units, 'compute unit')} given back`)
      }, 'Error cancelling backtest')
    },
    async stop() {
      const question = {
        title: 'Stop backtest',
        text: 'Stop this backtest? Results so far are kept.',
        confirm: 'Stop backtest',
      }
      if (!(await askToConfirm(question))) return false
      stoppingStore.set(row.id, true)
      const isSent = await perform(async () => {
        await call('updateBacktest', { params: { id: row.id }, body: { status: 'Stopped' } })
        toastSuccess('Stop signal sent. Backtest will stop shortly')
      }, 'Error stopping backtest')
      if (!isSent) stoppingStore.delete(row.id)
      return isSent
    },
    async remove() {
      const question = {
        title: 'Delete backtest',
        text: 'Delete this backtest with its result? This cannot be undone.',
        confirm: 'Delete backtest',
      }
      if (!(await askToConfirm({ ...question, isDestructive: true }))) return false
      return perform(async () => {
        await call('deleteBacktest', { params: { id: row.id } })
        drop()
        toastSuccess('Backtest deleted')
      }, 'Error deleting backtest')
    },
  }
}
