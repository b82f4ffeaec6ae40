import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorText } from '../../../api/api-error.ts'
import { call, type CallInput } from '../../../api/call.ts'
import { toastError, toastSuccess } from '../../../ui/toast.ts'

/** Saves a version and opens it in the editor. */
export function useSaveValues(algorithmId: string, onClose: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: CallInput<'saveVersion'>['body']) => call('saveVersion', { params: { id: algorithmId }, body }),
    onSuccess: async ({ displayVersionNo }) => {
      toastSuccess(`Saved as ${displayVersionNo}`)
      onClose()
      for (const kind of ['algorithm', 'versions']) {
        void client.invalidateQueries({ queryKey: [kind, algorithmId] })
      }
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      await navigate({ to: '/algorithms/$algorithmId/edit', params: { algorithmId } })
    },
    onError: (error) => toastError(errorText(error)),
  })
}
