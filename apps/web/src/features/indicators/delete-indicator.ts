import type { Indicator, IndicatorAlgorithm } from '@tradeloom/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatCount } from '../../ui/format.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { indicatorUsesQuery } from '../../entities/indicators/indicator-queries.ts'

const MAX_NAMED = 3

/** What the user should know before deleting it. */
export function deletionText(name: string, uses: readonly IndicatorAlgorithm[]): string {
  const question = `Delete ${name}? This cannot be undone.`
  if (uses.length === 0) return question
  const names = uses.slice(0, MAX_NAMED).map(({ algorithmName }) => algorithmName)
  if (uses.length > MAX_NAMED) names.push(`${uses.length - MAX_NAMED} more`)
  const subject =
    uses.length === 1
      ? `${names.join('')} uses it`
      : `${formatCount(uses.length, 'algorithm')} use it: ${names.join(', ')}`
  return `${question} ${subject}. Saved versions keep their copies, and new versions of these algorithms get the same copy.`
}

/** Deletes an indicator after a confirmation that names what uses it. */
export function useDeleteIndicator(): (indicator: Pick<Indicator, 'id' | 'name'>) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return async ({ id, name }) => {
    try {
      const uses = await client.fetchQuery(indicatorUsesQuery(id))
      const isSure = await askToConfirm({
        title: 'Delete indicator',
        text: deletionText(name, uses),
        confirm: 'Delete',
        isDestructive: true,
      })
      if (!isSure) return
      await call('deleteIndicator', { params: { id } })
      toastSuccess(`${name} deleted`)
      if (path.startsWith(`/indicators/${id}`)) await navigate({ to: '/indicators', ignoreBlocker: true })
      client.removeQueries({ queryKey: ['indicator', id] })
      void client.invalidateQueries({ queryKey: ['indicators'] })
    } catch (error) {
      toastError(errorText(error))
    }
  }
}
