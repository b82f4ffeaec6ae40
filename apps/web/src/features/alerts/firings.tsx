import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'

/** The notifications of an alert, newest first. */
export function Firings({ id }: { readonly id: string }): ReactElement {
  const { data, error, refetch } = useQuery({
    queryKey: ['alerts', id, 'firings'],
    queryFn: ({ signal }) => call('listAlertFirings', { params: { id }, signal }),
  })
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows rows={3} />
  if (data.length === 0) return <EmptyState title="It has not fired" />
  return (
    <ol>
      {data.map((firing) => (
        <li key={firing.id}>
          <Text size="sm">{firing.text}</Text>
        </li>
      ))}
    </ol>
  )
}
