import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { FetchOffer as Offer, MarketImport } from '@tradeloom/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useEffectEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { formatBytes, formatCount, formatDay, formatDuration, formatLastDay, formatPercent } from '../../ui/format.ts'
import { toastError } from '../../ui/toast.ts'
import { useUser } from '../user/bootstrap-query.ts'
import { isRunning, useFetch } from './use-fetch.ts'

interface FetchOfferProps {
  readonly instrumentId: string
  /** UTC milliseconds. */
  readonly start: number
  readonly end: number
  /** All of it is stored. */
  readonly onFetched?: () => void
}

/** What is not stored of a period, and how it can be fetched from its venue; nothing where all of it is stored. */
export function FetchOffer(props: FetchOfferProps): ReactElement | null {
  const { instrumentId, start, end } = props
  const isSignedIn = Boolean(useUser())
  const query = { instrumentId, start: new Date(start).toISOString(), end: new Date(end).toISOString() }
  const { data: offer } = useQuery({
    queryKey: ['fetch-offer', instrumentId, start, end],
    queryFn: ({ signal }) => call('offerFetch', { query, signal }),
    enabled: isSignedIn && end > start,
  })
  const { current, follow } = useFetch(offer?.running ?? null)
  const client = useQueryClient()
  const starting = useMutation({
    mutationFn: () => call('startFetch', { body: query }),
    onSuccess: follow,
    onError: (error) => toastError(errorText(error)),
  })
  const status = current?.status
  const onEnd = useEffectEvent(() => {
    for (const kind of ['instruments', 'fetch-offer', 'market-quality', 'market-usage'])
      void client.invalidateQueries({ queryKey: [kind] })
    if (status === 'Completed') props.onFetched?.()
  })
  useEffect(() => {
    if (status === 'Completed' || status === 'Failed') onEnd()
  }, [status])
  if (!offer) return null
  if (current !== null && isRunning(current)) return <Running one={current} onChange={follow} />
  if (offer.parts.length === 0) return null
  return (
    <Group role="group" aria-label="Prices that are not stored" gap="8px 12px" wrap="wrap">
      <Stack gap={2} style={{ flex: '1 1 220px' }}>
        <Text size="xs">{missingText(offer)}</Text>
        {current?.status === 'Failed' ? (
          <Text size="xs" c="var(--danger)" role="alert">
            {current.detail}
          </Text>
        ) : null}
        <Text size="xs" c={offer.problem === null ? 'dimmed' : 'var(--danger)'} className="num">
          {offer.problem ?? estimateText(offer)}
        </Text>
      </Stack>
      {offer.problem === null ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={starting.isPending}
          onClick={() => starting.mutate()}
        >
          {`Fetch from ${offer.venueName}`}
        </Button>
      ) : null}
    </Group>
  )
}

interface RunningProps {
  readonly one: MarketImport
  readonly onChange: (one: MarketImport) => void
}

function Running({ one, onChange }: RunningProps): ReactElement {
  const canceling = useMutation({
    mutationFn: () => call('cancelFetch', { params: { id: one.id } }),
    onSuccess: onChange,
    onError: (error) => toastError(errorText(error)),
  })
  const name = one.fetch?.venueName ?? one.format
  return (
    <Group gap={8} wrap="nowrap" role="status">
      <Text size="xs">{one.status === 'Queued' ? `Waiting for ${name}` : `Fetching from ${name}`}</Text>
      <Progress value={one.progress} size={5} aria-label={`Fetch of ${one.instrumentId}`} style={{ flex: 1 }} />
      <Text size="xs" c="dimmed" className="num" style={{ whiteSpace: 'nowrap' }}>
        {formatPercent(one.progress, 0)} · {formatCount(one.rows, 'minute')}
      </Text>
      <Button size="compact-xs" variant="subtle" loading={canceling.isPending} onClick={() => canceling.mutate()}>
        Cancel
      </Button>
    </Group>
  )
}

function missingText({ parts }: Offer): string {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return ''
  const isWhole = parts.every(({ to }, index) => index === parts.length - 1 || parts[index + 1]?.from === to)
  return `Not stored${isWhole ? '' : ', in parts'}: ${formatDay(first.from)} to ${formatLastDay(last.to)} (UTC)`
}

function estimateText({ rows, bytes, seconds, isPrivate }: Offer): string {
  const size = `${formatCount(rows, 'minute')}, about ${formatBytes(bytes)} and ${formatDuration(Math.ceil(seconds) * 1_000)}`
  return isPrivate ? `${size}. Fetched with your account, for you alone` : size
}
