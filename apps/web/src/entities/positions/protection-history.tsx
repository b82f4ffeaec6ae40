import { Stack, Text } from '@mantine/core'
import type { PositionCustody } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { formatDuration, formatSecond } from '../../ui/format.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/states.tsx'
import { causeWords, protectionWords, unprotectedText } from './protection-words.ts'
import classes from './protection.module.css'

/** A change is seen within this time. */
const REFRESH_MS = 5_000

/** How a position was protected, who has changed that, and the time without protection on each day. */
export function ProtectionHistory({ positionId }: { readonly positionId: string }): ReactElement {
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['position-custody', positionId],
      queryFn: ({ signal }) => call('getPositionCustody', { params: { id: positionId }, signal }),
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  )
  if (data === undefined)
    return error === null ? <LoadingRows rows={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const { stretches, days } = data
  if (stretches.length === 0)
    return (
      <EmptyState title="Nothing is recorded" text="It has wanted no stop, and no other order would have closed it." />
    )
  const [newest] = stretches
  return (
    <Stack gap="md">
      {newest && newest.until === null ? <Text size="sm">{protectionWords(newest).meaning}</Text> : null}
      <section aria-label="Without protection">
        <h3 className={classes['heading']}>Without protection</h3>
        <ul className={classes['list']}>
          {days.length === 0 ? <li>Never in the last 90 days</li> : null}
          {days.map(({ day, unprotected }) => (
            <li key={day}>
              <span>{day}</span>
              <span className="num">{unprotectedText(unprotected)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label="Changes">
        <h3 className={classes['heading']}>Changes</h3>
        <ul className={classes['list']}>
          {stretches.map((stretch) => (
            <Stretch key={stretch.since} stretch={stretch} />
          ))}
        </ul>
      </section>
    </Stack>
  )
}

function Stretch({ stretch }: { readonly stretch: PositionCustody['stretches'][number] }): ReactElement {
  const { since, until, cause, isProtected } = stretch
  const { word, tone } = protectionWords(stretch)
  return (
    <li>
      <span className={classes['word']} data-tone={tone}>
        <span className={classes['dot']} aria-hidden />
        {word}
        {isProtected ? null : <span className="visually-hidden">, without protection</span>}
      </span>
      <span className="muted">
        {formatSecond(since)} · {causeWords(cause)} · {until === null ? 'now' : `for ${formatDuration(until - since)}`}
      </span>
    </li>
  )
}
