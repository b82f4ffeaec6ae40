import { ActionIcon } from '@mantine/core'
import type { Optimization } from '@tradeloom/contracts'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toastError } from '../../ui/toast.ts'
import { putOptimization } from './optimizations.live.ts'

/** Marks an own optimization, which is then never deleted for its age; nothing for those of others. */
export function StarButton({ row }: { readonly row: Optimization }): ReactElement | null {
  const client = useQueryClient()
  const { id, starred, readOnly } = row
  const marking = useMutation({
    mutationFn: () => call('starOptimization', { params: { id }, body: { starred: !starred } }),
    onSuccess: (changed) => putOptimization(changed, client),
    onError: (problem) => toastError(errorText(problem), id),
  })
  if (readOnly) return null
  return (
    <ActionIcon
      size={24}
      aria-label="Star"
      aria-pressed={starred}
      loading={marking.isPending}
      onClick={() => marking.mutate()}
      {...(starred ? { c: 'var(--warn)' } : {})}
    >
      {starred ? <IconStarFilled size={15} aria-hidden /> : <IconStar size={15} aria-hidden />}
    </ActionIcon>
  )
}
