import type { Indicator, IndicatorDetail } from '@tradeloom/contracts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { call, type CallInput } from '../../api/call.ts'
import { toastError } from '../../ui/toast.ts'

type Changes = CallInput<'updateIndicator'>['body']

interface Options {
  readonly onDone: (updated: Indicator) => void
  /** Shown when the server gives no message. */
  readonly failure: string
}

/** Changes name, key or sharing. */
export function useUpdateIndicator(
  { id }: Pick<Indicator, 'id'>,
  { onDone, failure }: Options,
): UseMutationResult<Indicator, Error, Changes> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Changes) => call('updateIndicator', { params: { id }, body }),
    onSuccess: (updated) => {
      client.setQueryData<IndicatorDetail>(['indicator', id], (known) => known && { ...known, ...updated })
      void client.invalidateQueries({ queryKey: ['indicators'] })
      onDone(updated)
    },
    onError: (error) => toastError(errorText(error, failure)),
  })
}
