import { Select, Switch } from '@mantine/core'
import type { SessionLogLine, TradingSession } from '@tradeloom/contracts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { FoldedPanel } from '../../ui/folded-panel.tsx'
import { formatCount, formatPlain } from '../../ui/format.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { LogLines } from '../../entities/runs/log-lines.tsx'
import { sessionDayLogQuery, sessionLogDaysQuery } from './session-queries.ts'
import { useSessionTail } from './use-session-tail.ts'

/** Shown while the rest is collapsed. */
const LATEST_LINES = 5

/** What a session has logged: the latest lines, and one day in UTC at a time once it is opened. */
export function DailyLogs({ session }: { readonly session: TradingSession }): ReactElement {
  const { id } = session
  const isLive = session.status === 'Active'
  const [chosen, setChosen] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isFollowed, setFollowed] = useState(true)
  const tail = useSessionTail(id, isOpen && isLive)
  const days = useQuery({ ...sessionLogDaysQuery(id, isLive), enabled: isOpen })
  const newest = days.data?.[0]?.day
  const day = chosen ?? newest
  return (
    <FoldedPanel
      title="Daily Logs"
      tour="session-logs"
      onOpen={setOpen}
      folded={<Latest tail={tail} />}
      actions={
        day === undefined ? null : (
          <>
            {isLive && day === newest ? (
              <Switch
                size="xs"
                label="Follow"
                checked={isFollowed}
                onChange={({ currentTarget }) => setFollowed(currentTarget.checked)}
              />
            ) : null}
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
          </>
        )
      }
    >
      {days.isPending ? <LoadingRows rows={4} /> : null}
      {days.isError && !days.data ? <ErrorState error={days.error} onRetry={() => void days.refetch()} /> : null}
      {days.data?.length === 0 ? <EmptyState picture="log" title="No logs available" /> : null}
      {day === undefined ? null : (
        <Day
          key={day}
          id={id}
          day={day}
          tail={isLive && day === newest ? tail.data : undefined}
          isFollowed={isFollowed}
        />
      )}
    </FoldedPanel>
  )
}

function Latest({ tail }: { readonly tail: UseQueryResult<SessionLogLine[]> }): ReactElement {
  if (tail.isPending) return <LoadingRows rows={4} />
  if (!tail.data) return <ErrorState error={tail.error} onRetry={() => void tail.refetch()} />
  if (tail.data.length === 0) {
    return <EmptyState picture="log" title="Log is empty" text="The script has not written anything yet." />
  }
  return <LogLines lines={tail.data.slice(-LATEST_LINES)} />
}

interface DayProps {
  readonly id: string
  readonly day: string
  /** The last lines, where some are still added to this day. */
  readonly tail: readonly SessionLogLine[] | undefined
  readonly isFollowed: boolean
}

function Day({ id, day, tail, isFollowed }: DayProps): ReactElement {
  const client = useQueryClient()
  const query = sessionDayLogQuery(id, day)
  const log = useQuery(query)
  const { queryKey } = query
  useEffect(() => {
    const known = client.getQueryData(queryKey)
    if (!tail || !known) return
    const lines = withNew(known.lines, tail, day)
    if (lines === null) void client.invalidateQueries({ queryKey })
    else client.setQueryData(queryKey, { ...known, lines })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key has id and day
  }, [client, tail, id, day])
  const lines = log.data?.lines ?? []
  const dropped = log.data?.dropped ?? 0
  return (
    <>
      {log.isPending ? <LoadingRows rows={4} /> : null}
      {log.isError && lines.length === 0 ? <ErrorState error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.isSuccess && lines.length === 0 ? <EmptyState picture="log" title="Log is empty" /> : null}
      {dropped > 0 ? <p className="muted num prose">{formatPlain(dropped)} earlier lines are not shown</p> : null}
      {lines.length > 0 ? <LogLines lines={lines} isFollowed={tail !== undefined && isFollowed} /> : null}
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
