import type { Algorithm } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { errorText } from '../../api/api-error.ts'
import { call, endpointUrl } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { askForName } from './ask-for-name.tsx'
import type { RowAction } from './row-action.ts'

/** What the menu of an own algorithm offers. */
export function useAlgorithmActions(): (algorithm: Algorithm) => readonly RowAction[] {
  const client = useQueryClient()
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const attempt = (work: () => Promise<void>) => (): void => {
    work().catch((error: unknown) => toastError(errorText(error)))
  }
  const refresh = (id: string): void => {
    void client.invalidateQueries({ queryKey: ['algorithms'] })
    void client.invalidateQueries({ queryKey: ['algorithm', id] })
  }

  const rename = async ({ id, name }: Algorithm): Promise<void> => {
    const next = await askForName('Rename algorithm', name)
    if (next === null || next === name) return
    await call('updateAlgorithm', { params: { id }, body: { name: next } })
    refresh(id)
  }
  const clone = async ({ id, name }: Algorithm): Promise<void> => {
    const copy = await call('createAlgorithm', { body: { clonedFromAlgorithm: id } })
    toastSuccess(`${name} has been copied to your algorithm list`)
    refresh(id)
    await navigate({ to: '/algorithms/$algorithmId', params: { algorithmId: copy.id } })
  }
  const remove = async ({ id, name }: Algorithm): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Delete algorithm',
      text: `Delete ${name} with all its versions and backtests? This cannot be undone.`,
      confirm: 'Delete',
      isDestructive: true,
    })
    if (!isSure) return
    await call('deleteAlgorithm', { params: { id } })
    toastSuccess(`${name} deleted`)
    // The draft is deleted too, so leaving the editor needs no confirmation.
    if (path.startsWith(`/algorithms/${id}`)) await navigate({ to: '/algorithms', ignoreBlocker: true })
    client.removeQueries({ queryKey: ['algorithm', id] })
    void client.invalidateQueries({ queryKey: ['algorithms'] })
    void client.invalidateQueries({ queryKey: ['backtests'] })
  }
  return (algorithm) => [
    { label: 'Rename', run: attempt(() => rename(algorithm)) },
    { label: 'Clone', run: attempt(() => clone(algorithm)) },
    { label: 'Export', run: () => location.assign(endpointUrl('exportAlgorithm', { params: { id: algorithm.id } })) },
    { label: 'Delete', isDestructive: true, run: attempt(() => remove(algorithm)) },
  ]
}
