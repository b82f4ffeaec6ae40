import type { Indicator } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toastError } from '../../ui/toast.ts'
import { useDeleteIndicator } from '../../features/indicators/delete-indicator.ts'
import { useCloneIndicator } from '../../features/indicators/use-clone-indicator.ts'
import { askForName } from './ask-for-name.tsx'
import type { RowAction } from './row-action.ts'

/** What the menu of an indicator offers; less for those of the program. */
export function useIndicatorActions(): (indicator: Indicator) => readonly RowAction[] {
  const client = useQueryClient()
  const navigate = useNavigate()
  const clone = useCloneIndicator()
  const remove = useDeleteIndicator()
  const rename = async ({ id, name }: Indicator): Promise<void> => {
    const next = await askForName('Rename indicator', name)
    if (next === null || next === name) return
    try {
      await call('updateIndicator', { params: { id }, body: { name: next } })
      void client.invalidateQueries({ queryKey: ['indicators'] })
      void client.invalidateQueries({ queryKey: ['indicator', id] })
    } catch (error) {
      toastError(errorText(error))
    }
  }
  return (indicator) => {
    const { id: indicatorId, system } = indicator
    const test = {
      label: 'Test',
      run: () => void navigate({ to: '/indicators/$indicatorId/test', params: { indicatorId } }),
    }
    const copy = { label: 'Clone', run: () => clone.mutate(indicator) }
    if (system) return [test, copy]
    return [
      { label: 'Rename', run: () => void rename(indicator) },
      test,
      copy,
      { label: 'Delete', isDestructive: true, run: () => void remove(indicator) },
    ]
  }
}
