import type { Optimization } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { toastSuccess } from '../../ui/toast.ts'
import { type RunActions, useRunActions } from '../../entities/runs/use-run-actions.ts'
import { OPTIMIZATIONS } from './optimization-kind.ts'
import { putOptimization } from './optimizations.live.ts'

export function useOptimizationActions(row: Optimization): RunActions {
  const { id } = row
  const client = useQueryClient()
  return useRunActions(OPTIMIZATIONS, row, {
    login: (action) => `Please log in to ${action} optimization`,
    questions: {
      cancel: 'Cancel this queued optimization? Its compute units are given back.',
      stop: 'Stop this optimization? Results so far are kept.',
      delete: 'Delete this optimization with all its results? This cannot be undone.',
    },
    remove: () => call('deleteOptimization', { params: { id } }),
    async stop() {
      putOptimization(await call('stopOptimization', { params: { id }, body: { status: 'Stopped' } }), client)
      toastSuccess('Optimization stopped', id)
    },
  })
}
