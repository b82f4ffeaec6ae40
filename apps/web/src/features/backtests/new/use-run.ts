import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { sendWhenFetched } from '../../../entities/datasets/send-when-fetched.ts'
import type { toRequest } from '../../../entities/run-settings/run-settings.ts'
import { type RunForm, showFieldErrors } from '../../../entities/run-settings/use-run-form.ts'

/** Queues a run and opens its page. Errors are shown at their fields where possible. */
export function useRun(form: RunForm, algorithmId: string, onClose: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: ReturnType<typeof toRequest>) => sendWhenFetched(() => call('runBacktest', { body })),
    onSuccess: async (queued) => {
      toastSuccess('Backtest queued', queued.id)
      onClose()
      void client.invalidateQueries({ queryKey: ['backtests'] })
      await navigate({
        to: '/algorithms/$algorithmId/backtest/$backtestId',
        params: { algorithmId, backtestId: queued.id },
      })
    },
    onError: (error) => {
      const isShown = error instanceof ApiError && showFieldErrors(form, error)
      if (!isShown) toastError(errorText(error))
    },
  })
}
