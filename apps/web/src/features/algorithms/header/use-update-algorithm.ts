import type { Algorithm } from '@tradeloom/contracts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../api/api-error.ts'
import { call, type CallInput } from '../../../api/call.ts'
import { toastError } from '../../../ui/toast.ts'

type Changes = CallInput<'updateAlgorithm'>['body']

/** Changes name, description or sharing. `failure` is shown when the server gives no message. */
export function useUpdateAlgorithm(
  algorithm: Pick<Algorithm, 'id'>,
  onDone?: (updated: Algorithm) => void,
  failure = 'Error saving',
): UseMutationResult<Algorithm, Error, Changes> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Changes) => call('updateAlgorithm', { params: { id: algorithm.id }, body }),
    onSuccess: (updated) => {
      client.setQueryData(['algorithm', algorithm.id], updated)
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      void client.invalidateQueries({ queryKey: ['versions', algorithm.id] })
      onDone?.(updated)
    },
    onError: (error) => toastError(errorText(error, failure)),
  })
}
