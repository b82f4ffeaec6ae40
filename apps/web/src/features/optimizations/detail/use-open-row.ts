import type { Optimization } from '@tradeloom/contracts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { toastError, toastInfo } from '../../../ui/toast.ts'

/** Opens the full backtest of a row, which runs first if nobody has opened it yet. Gets the index of the row. */
export function useOpenRow({ id, algorithmId, readOnly }: Optimization): (index: number) => void {
  const navigate = useNavigate()
  const open = useMutation({
    mutationFn: (index: number) => call('runOptimizationBacktest', { params: { id }, body: { index } }),
    onSuccess: (backtest) =>
      navigate({
        to: '/algorithms/$algorithmId/optimize/$optimisationId/backtest/$backtestId',
        params: { algorithmId, optimisationId: id, backtestId: backtest.id },
      }),
    onError: (error) => toastError(errorText(error)),
  })
  return (index) => {
    if (readOnly) toastInfo('Only the owner can run the full backtests of an optimization', 'full-backtest')
    else if (!open.isPending) open.mutate(index)
  }
}
