import { Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useTopic } from '../../realtime/socket.ts'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { LogLines } from '../../entities/runs/log-lines.tsx'
import { sessionLogQuery } from './session-queries.ts'

const MAX_LINES = 1_000

/** The last lines of a session's log; new ones are added as they come. */
export function SessionLog({ id }: { readonly id: string }): ReactElement {
  const [isFollowed, setFollowed] = useState(true)
  const client = useQueryClient()
  const query = sessionLogQuery(id)
  const log = useQuery(query)
  useTopic('logs', (event) => {
    if (event.event !== 'session-log' || event.data.sessionId !== id) return
    const { lines } = event.data
    client.setQueryData(query.queryKey, (known) => {
      const last = known?.at(-1)?.n ?? -1
      return known && [...known, ...lines.filter(({ n }) => n > last)].slice(-MAX_LINES)
    })
  })
  const lines = log.data ?? []
  return (
    <Panel
      title="Log"
      flush
      detail={lines.length > 0 ? 'latest lines' : undefined}
      actions={
        <Switch
          size="xs"
          label="Follow"
          checked={isFollowed}
          onChange={({ currentTarget }) => setFollowed(currentTarget.checked)}
        />
      }
    >
      {log.isPending ? <LoadingRows rows={4} /> : null}
      {log.isError ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
      {lines.length > 0 ? <LogLines lines={lines} isFollowed={isFollowed} /> : null}
      {log.isSuccess && lines.length === 0 ? (
        <EmptyState picture="log" title="Log is empty" text="The script has not written anything yet." />
      ) : null}
    </Panel>
  )
}
