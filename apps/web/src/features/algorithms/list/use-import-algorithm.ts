import type { Algorithm } from '@tradeloom/contracts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { readAlgorithmFile } from './read-algorithm-file.ts'

/** Creates an algorithm from an exported file or a script, and opens it. */
export function useImportAlgorithm(onDone: () => void): UseMutationResult<Algorithm, Error, File> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (file: File) => call('importAlgorithm', { body: await readAlgorithmFile(file) }),
    onSuccess: async (algorithm) => {
      toastSuccess(`${algorithm.name} has been imported`)
      onDone()
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      await navigate({ to: '/algorithms/$algorithmId', params: { algorithmId: algorithm.id } })
    },
    onError: (error) => toastError(errorText(error)),
  })
}
