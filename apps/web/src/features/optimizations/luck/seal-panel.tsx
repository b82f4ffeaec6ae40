import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import type { Seal } from '@tradeloom/contracts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { DayInput } from '../../../ui/day-input.tsx'
import { formatCount, formatDay, formatMinute } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import classes from './luck.module.css'

function sealQuery(algorithmId: string) {
  return queryOptions({
    queryKey: ['seal', algorithmId],
    queryFn: ({ signal }) => call('getSeal', { params: { id: algorithmId }, signal }),
  })
}

/** The last part of the data, kept from every backtest and optimization until it is opened once. */
export function SealPanel({ algorithmId }: { readonly algorithmId: string }): ReactElement {
  const query = useQuery(sealQuery(algorithmId))
  return (
    <Panel title="Sealed data" flush>
      {query.isPending ? <LoadingBlock height={90} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data === undefined ? null : <SealState algorithmId={algorithmId} seal={query.data} />}
    </Panel>
  )
}

function SealState({ algorithmId, seal }: { readonly algorithmId: string; readonly seal: Seal }): ReactElement {
  const covered = `${formatCount(seal.algorithms, 'algorithm')} of this lineage`
  if (seal.sealedFrom === null) {
    return (
      <>
        <p className={classes['text']}>
          Nothing is sealed for {covered}. Seal the last part of the data before any result has used it, and open it
          once, when the search is over: no test is as honest as unseen data.
        </p>
        <SealForm algorithmId={algorithmId} label="Seal from" />
      </>
    )
  }
  const day = formatDay(seal.sealedFrom)
  if (seal.opened !== null) {
    return (
      <p className={classes['text']}>
        <IconLockOpen size={15} aria-hidden /> The data from <strong>{day}</strong> on was opened on{' '}
        {formatMinute(seal.opened)} UTC{seal.openedBy === null ? '' : ` by ${seal.openedBy}`}. Backtests and
        optimizations may use it now; it cannot be sealed again for {covered}.
      </p>
    )
  }
  return (
    <>
      <p className={classes['text']}>
        <IconLock size={15} aria-hidden /> The data from <strong>{day}</strong> on is sealed for {covered}, after{' '}
        {formatCount(seal.lineageTrials, 'trial')}. No backtest or optimization may end after that day. Open it once the
        search is over: the first result on it is the only one that luck has not touched.
      </p>
      <OpenSeal algorithmId={algorithmId} day={day} />
      <SealForm algorithmId={algorithmId} label="Seal more, from" before={day} />
    </>
  )
}

function OpenSeal({ algorithmId, day }: { readonly algorithmId: string; readonly day: string }): ReactElement {
  const client = useQueryClient()
  const open = useMutation({
    mutationFn: () => call('openSeal', { params: { id: algorithmId } }),
    onSuccess: (seal) => {
      client.setQueryData(sealQuery(algorithmId).queryKey, seal)
      toastSuccess('Sealed data opened')
    },
    onError: (error) => {
      toastError(errorText(error))
      void client.invalidateQueries(sealQuery(algorithmId))
    },
  })
  const ask = async (): Promise<void> => {
    const isSure = await askToConfirm({
      title: 'Open the sealed data',
      text: `Open the data from ${day} on? This can be done once, for all versions and clones together, and stays on record. It cannot be undone.`,
      confirm: 'Open once',
      isDestructive: true,
    })
    if (isSure) open.mutate()
  }
  return (
    <div className={classes['form']}>
      <Button variant="default" loading={open.isPending} onClick={() => void ask()}>
        Open the sealed data…
      </Button>
    </div>
  )
}

interface SealFormProps {
  readonly algorithmId: string
  readonly label: string
  /** A seal can be moved to an earlier day only. */
  readonly before?: string
}

function SealForm({ algorithmId, label, before }: SealFormProps): ReactElement {
  const client = useQueryClient()
  const [day, setDay] = useState<string | null>(null)
  const set = useMutation({
    mutationFn: (from: string) =>
      call('setSeal', { params: { id: algorithmId }, body: { sealedFrom: `${from}T00:00:00.000Z` } }),
    onSuccess: (seal) => {
      client.setQueryData(sealQuery(algorithmId).queryKey, seal)
      setDay(null)
      toastSuccess('Data sealed')
    },
    onError: (error) => toastError(errorText(error)),
  })
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== null) set.mutate(day)
      }}
    >
      <DayInput
        label={label}
        w={150}
        {...(before !== undefined && { lastDay: before })}
        value={day}
        onChange={setDay}
      />
      <Button type="submit" variant="default" disabled={day === null} loading={set.isPending}>
        Seal
      </Button>
    </form>
  )
}
