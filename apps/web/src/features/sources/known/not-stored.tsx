import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { formatCount } from '../../../ui/format.ts'
import { useOpenKeys } from '../../../entities/datasets/use-open-keys.ts'
import type { KnownView } from './use-known-dataset.ts'

interface NotStoredProps {
  readonly view: KnownView
  readonly providerTitle: string
  /** Names of the series that would be fetched. */
  readonly wanted: readonly string[]
}

/** Why it is not shown what was known of a dataset, and how that changes. */
export function NotStored({ view, providerTitle, wanted }: NotStoredProps): ReactElement {
  const { series, missing, isLoading, error } = view
  const openKeys = useOpenKeys()
  if (error !== null) return <ErrorState error={error} onRetry={view.retry} />
  if (isLoading) return <LoadingRows />
  const states = series.states.filter(({ id }) => missing.some((one) => one.id === id))
  const refused = states.find(({ problem }) => problem !== null)?.problem
  if (refused) return <EmptyState title="Not stored" text={refused} />
  if (states.some(({ needsKey }) => needsKey)) {
    const button = (
      <Button variant="default" leftSection={<IconKey size={14} aria-hidden />} onClick={openKeys}>
        Enter API key
      </Button>
    )
    return <EmptyState title="Not stored yet" text={`${providerTitle} needs an API key of yours.`} action={button} />
  }
  return (
    <EmptyState
      title="Not stored yet"
      text={textOf(providerTitle)}
      action={<FetchKnown view={view} wanted={wanted} />}
    />
  )
}

function textOf(title: string): string {
  return `Where ${title} keeps earlier revisions, all of them are fetched. Otherwise this installation records from now on when values appear and change.`
}

/** Fetches columns of which nothing is stored yet. */
export function FetchKnown({ view, wanted }: Pick<NotStoredProps, 'view' | 'wanted'>): ReactElement {
  const { series } = view
  const errors = wanted.flatMap((id) => series.errors[id] ?? [])
  const found = series.states.reduce((sum, { id, fetching }) => sum + (wanted.includes(id) ? (fetching ?? 0) : 0), 0)
  const isBusy = wanted.some((id) => series.busy.includes(id))
  return (
    <>
      {errors.length > 0 && !isBusy ? <span role="alert">{errors[0]} </span> : null}
      <Button variant="default" size="xs" loading={isBusy} onClick={() => void series.fetch(wanted)}>
        Fetch revisions
      </Button>
      {isBusy && found > 0 ? <span role="status">{` ${formatCount(found, 'value')} so far`}</span> : null}
    </>
  )
}
