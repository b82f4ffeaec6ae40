import type { Indicator } from '@tradeloom/contracts'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { requireLogin } from '../../entities/user/login.ts'

/** Copies an indicator to the user's own and opens the copy; visitors are asked to log in. */
export function useCloneIndicator(): UseMutationResult<void, Error, Pick<Indicator, 'id' | 'name'>> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ id, name }: Pick<Indicator, 'id' | 'name'>) => {
      if (!(await requireLogin('Please log in to clone indicators'))) return
      const clone = await call('createIndicator', { body: { clonedFromIndicator: id } })
      toastSuccess(`${name} has been copied to your indicator list`)
      void client.invalidateQueries({ queryKey: ['indicators'] })
      await navigate({ to: '/indicators/$indicatorId/edit', params: { indicatorId: clone.id } })
    },
    onError: (error) => toastError(errorText(error)),
  })
}
