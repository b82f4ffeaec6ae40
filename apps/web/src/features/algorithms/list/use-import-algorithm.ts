import { type Algorithm, algorithmFile } from '@tradeloom/contracts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { toastError, toastSuccess } from '../../../ui/toast.ts'

/** Creates an algorithm from an exported file and opens it. */
export function useImportAlgorithm(onDone: () => void): UseMutationResult<Algorithm, Error, File> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (file: File) => call('importAlgorithm', { body: readFile(await file.text()) }),
    onSuccess: async (algorithm) => {
      toastSuccess(`${algorithm.name} has been imported`)
      onDone()
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      await navigate({ to: '/algorithms/$algorithmId', params: { algorithmId: algorithm.id } })
    },
    onError: (error) => toastError(errorText(error)),
  })
}

function readFile(text: string) {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new Error('This is not an exported algorithm')
  }
  const parsed = algorithmFile.safeParse(content)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues[0]?.message ?? 'This is not an exported algorithm')
}
