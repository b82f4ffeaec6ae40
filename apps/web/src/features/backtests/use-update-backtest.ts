import type { Backtest } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toastError } from '../../ui/toast.ts'
import { putRow } from './backtests.live.ts'

/** Changes the note or the star of an own backtest; resolves to whether that worked. */
export function useUpdateBacktest(row: Pick<Backtest, 'id'>) {
  const client = useQueryClient()
  return async (changes: { readonly note?: string; readonly starred?: boolean }): Promise<boolean> => {
    try {
      putRow(await call('updateBacktest', { params: { id: row.id }, body: changes }), client, 'update')
      void client.invalidateQueries({ queryKey: ['backtest', row.id] })
      return true
    } catch (error) {
      toastError(errorText(error), row.id)
      return false
    }
  }
}
