import type { Optimization } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { requireLogin } from '../auth/login.ts'
import { putOptimization } from './optimizations.live.ts'
import { removeOptimization } from './remove-optimization.ts'

export interface OptimizationActions {
  readonly isBusy: boolean
  /** Resolves to true when the optimization is gone. */
  readonly cancel: () => Promise<boolean>
  readonly stop: () => Promise<boolean>
  readonly remove: () => Promise<boolean>
}

/** Run Again is available in any state; nothing else for optimizations of other users. */
export function allowedActions({ status, readOnly }: Pick<Optimization, 'status' | 'readOnly'>) {
  return {
    cancel: !readOnly && status === 'Queued',
    stop: !readOnly && status === 'In Progress',
    remove: !readOnly && status !== 'Queued' && status !== 'In Progress',
  }
}

export function useOptimizationActions({ id }: Pick<Optimization, 'id'>): OptimizationActions {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  const perform = async (verb: string, work: () => Promise<void>, failure: string): Promise<boolean> => {
    if (!(await requireLogin(`Please log in to ${verb} optimization`))) return false
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
  const drop = async (): Promise<void> => {
    await call('deleteOptimization', { params: { id } })
    removeOptimization(client, id)
    void client.invalidateQueries({ queryKey: ['optimizations'] })
  }

  return {
    isBusy,
    async cancel() {
      const text = 'Cancel this queued optimization? Its compute units are given back.'
      const question = { title: 'Cancel optimization', text, confirm: 'Cancel optimization', isDestructive: true }
      if (!(await askToConfirm(question))) return false
      return perform(
        'cancel',
        async () => {
          await drop()
          toastSuccess('Optimization cancelled')
        },
        'Error cancelling optimization',
      )
    },
    async stop() {
      const text = 'Stop this optimization? Results so far are kept.'
      if (!(await askToConfirm({ title: 'Stop optimization', text, confirm: 'Stop optimization' }))) return false
      return perform(
        'stop',
        async () => {
          putOptimization(await call('stopOptimization', { params: { id }, body: { status: 'Stopped' } }), client)
          toastSuccess('Optimization stopped', id)
        },
        'Error stopping optimization',
      )
    },
    async remove() {
      const text = 'Delete this optimization with all its results? This cannot be undone.'
      const question = { title: 'Delete optimization', text, confirm: 'Delete optimization', isDestructive: true }
      if (!(await askToConfirm(question))) return false
      return perform(
        'delete',
        async () => {
          await drop()
          toastSuccess('Optimization deleted')
        },
        'Error deleting optimization',
      )
    },
  }
}
