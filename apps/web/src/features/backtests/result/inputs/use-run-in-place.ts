import type { Backtest, BacktestDetail } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError, errorText } from '../../../../api/api-error.ts'
import { call, type CallInput } from '../../../../api/call.ts'
import { sendWhenFetched } from '../../../../entities/datasets/send-when-fetched.ts'
import { toastError, toastSuccess } from '../../../../ui/toast.ts'
import { backtestQuery } from '../../../../entities/runs/backtest-queries.ts'
import { type RunForm, showFieldErrors } from '../../../../entities/run-settings/use-run-form.ts'

/** Queues a run and goes on with it on this page: the section, the scroll position and the form stay. */
export function useRunInPlace(form: RunForm, before: Pick<Backtest, 'id'>, onStarted: (id: string) => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: CallInput<'runBacktest'>['body']) => sendWhenFetched(() => call('runBacktest', { body })),
    onSuccess: async (queued) => {
      toastSuccess('Backtest queued', queued.id)
      onStarted(queued.id)
      // The page shows it at once, without an empty moment.
      client.setQueryData(backtestQuery(queued.id, false).queryKey, withoutResult(queued))
      void client.invalidateQueries({ queryKey: ['backtests'] })
      await navigate({
        to: '.',
        params: (known) => ({ ...known, backtestId: queued.id }),
        search: true,
        replace: true,
        resetScroll: false,
      })
    },
    onError: (error) => {
      const isShown = error instanceof ApiError && showFieldErrors(form, error)
      if (!isShown) toastError(errorText(error), before.id)
    },
  })
}

function withoutResult(row: Backtest): BacktestDetail {
  return {
    ...row,
    statistics: null,
    metrics: [],
    warnings: [],
    endPrices: null,
    manifest: null,
    prices: null,
    dataQuality: null,
  }
}
