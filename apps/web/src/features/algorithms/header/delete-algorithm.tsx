import { ActionIcon } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { Hint } from '../../../ui/hint.tsx'

/** The key of a deletion, by which other parts know that it is being made here. */
export function deletionOf(id: string): readonly string[] {
  return ['delete-algorithm', id]
}

export function DeleteAlgorithm({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const { id, name } = algorithm
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationKey: deletionOf(id),
    mutationFn: () => call('deleteAlgorithm', { params: { id } }),
    onSuccess: async () => {
      toastSuccess(`${name} deleted`)
      // The draft is deleted too, so leaving the editor needs no confirmation.
      await navigate({ to: '/algorithms', ignoreBlocker: true })
      client.removeQueries({ queryKey: ['algorithm', id] })
      void client.invalidateQueries({ queryKey: ['algorithms'] })
      void client.invalidateQueries({ queryKey: ['backtests'] })
    },
    onError: (error) => toastError(errorText(error)),
  })
  const ask = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Delete algorithm',
      text: `Delete ${name} with all its versions and backtests? This cannot be undone.`,
      confirm: 'Delete',
      isDestructive: true,
    })
    if (isSure) remove.mutate()
  }
  return (
    <Hint label="Delete algorithm">
      <ActionIcon aria-label="Delete algorithm" loading={remove.isPending} onClick={() => void ask()}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Hint>
  )
}
