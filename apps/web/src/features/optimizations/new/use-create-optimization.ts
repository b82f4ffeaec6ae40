import type { NewOptimization } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { sendWhenFetched } from '../../../entities/datasets/send-when-fetched.ts'

export const CREATE_OPTIMIZATION = ['create-optimization']

/** Queues an optimization and opens its page. Errors are shown at their fields where possible. */
export function useCreateOptimization(
  /** False if none of the errors belongs to a field. */
  showErrors: (error: ApiError) => boolean,
  algorithmId: string,
  onClose: () => void,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationKey: CREATE_OPTIMIZATION,
    mutationFn: (body: NewOptimization) => sendWhenFetched(() => call('createOptimization', { body })),
    onSuccess: async (queued) => {
      toastSuccess('Optimization queued', queued.id)
      onClose()
      void client.invalidateQueries({ queryKey: ['optimizations'] })
      await navigate({
        to: '/algorithms/$algorithmId/optimize/$optimisationId',
        params: { algorithmId, optimisationId: queued.id },
      })
    },
    onError: (error) => {
      const isShown = error instanceof ApiError && showErrors(error)
      if (!isShown) toastError(failureText(error))
    },
  })
}

/** As the specification has it: the status with the server's text, or what failed. */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return 'Error creating optimization'
  return error.code === 'unknown' ? `Status ${error.status} error` : `Status ${error.status} error: ${error.message}`
}
