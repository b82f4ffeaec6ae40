import { Select } from '@mantine/core'
import type { SessionLogLine, TradingSession } from '@tradeloom/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { FoldedPanel } from '../../ui/folded-panel.tsx'
import { formatCount, formatPlain } from '../../ui/format.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { LogLines } from '../../entities/runs/log-lines.tsx'
import { sessionDayLogQuery, sessionLogDaysQuery, sessionTailQuery } from './session-queries.ts'

/** What a session has logged, one day in UTC at a time; collapsed at first. */
export function DailyLogs({ session }: { readonly session: TradingSession }): ReactElement {
  const { id } = session
  const isLive = session.status === 'Active'
  const [chosen, setChosen] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const days = useQuery({ ...sessionLogDaysQuery(id, isLive), enabled: isOpen })
  const newest = days.data?.[0]?.day
  const day = chosen ?? newest
  return (
    <FoldedPanel
      title="Daily Logs"
      tour="session-logs"
      onOpen={setOpen}
      actions={
        day === undefined ? null : (
          <Select
            size="xs"
            w={220}
            aria-label="Day"
            allowDeselect={false}
            value={day}
            data={(days.data ?? []).map((one) => ({
              value: one.day,
              // Lines are still added to the newest day.
              label: isLive && one.day === newest ? one.day : `${one.day} · ${formatCount(one.lineCount, 'line')}`,
            }))}
            onChange={(value) => setChosen(value === newest ? null : value)}
          />
        )
      }
    >
      {days.isPending ? <LoadingRows rows={4} /> : null}
      {days.isError && !days.data ? <ErrorState error={days.error} onRetry={() => void days.refetch()} /> : null}
      {days.data?.length === 0 ? <EmptyState picture="log" title="No logs available" /> : null}
      {day === undefined ? null : <Day key={day} id={id} day={day} isLive={isLive && day === newest} />}
    </FoldedPanel>
  )
}

interface DayProps {
  readonly id: string
  readonly day: string
  /** Lines are still added to it. */
  readonly isLive: boolean
}

function Day({ id, day, isLive }: DayProps): ReactElement {
  const client = useQueryClient()
  const query = sessionDayLogQuery(id, day)
  const log = useQuery(query)
  const tail = useQuery({ ...sessionTailQuery(id), enabled: isLive })
  const { queryKey } = query
  useEffect(() => {
    const added = tail.data
    const known = client.getQueryData(queryKey)
    if (!added || !known) return
    const lines = withNew(known.lines, added, day)
    if (lines === null) void client.invalidateQueries({ queryKey })
    else client.setQueryData(queryKey, { ...known, lines })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key has id and day
  }, [client, tail.data, id, day])
  const lines = log.data?.lines ?? []
  const dropped = log.data?.dropped ?? 0
  return (
    <>
      {log.isPending ? <LoadingRows rows={4} /> : null}
      {log.isError && lines.length === 0 ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.isSuccess && lines.length === 0 ? <EmptyState picture="log" title="Log is empty" /> : null}
      {dropped > 0 ? <p className="muted num prose">{formatPlain(dropped)} earlier lines are not shown</p> : null}
      {lines.length > 0 ? <LogLines lines={lines} isFollowed={isLive} /> : null}
    </>
  )
}

/** The lines of a day, with those of its tail that are new; null if the tail does not reach back to them. */
function withNew(
  lines: readonly SessionLogLine[],
  tail: readonly SessionLogLine[],
  day: string,
): SessionLogLine[] | null {
  const last = lines.at(-1)?.n ?? -Infinity
  if ((tail[0]?.n ?? -Infinity) > last + 1) return null
  return [...lines, ...tail.filter(({ n, time }) => n > last && new Date(time).toISOString().startsWith(day))]
}
