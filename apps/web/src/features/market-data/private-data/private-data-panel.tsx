import { Button, Group } from '@mantine/core'
import { endpoints, type PrivateSeries } from '@tradeloom/contracts'
import { instrumentName } from '@tradeloom/domain'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { seriesLabel } from '../../../entities/runs/run-labels.ts'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { privateDataQuery } from '../../../entities/instruments/market-data-queries.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { formatBytes, formatCount, formatDay, formatPlain } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/states.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { marketDataChanged } from '../market-data-changed.ts'
import classes from '../market-data.module.css'

function useShare(one: PrivateSeries) {
  const client = useQueryClient()
  const share = useMutation({
    mutationFn: (replace: boolean) =>
      call('sharePrivateData', { body: endpoints.sharePrivateData.body.parse({ ...keyOf(one), replace }) }),
    onSuccess: ({ added, replaced }) => {
      const months = added.length + replaced.length
      toastSuccess(`${nameOf(one)} is shared: ${formatCount(months, 'month')} new or replaced`)
    },
    onError: (error) => void refused(error),
    onSettled: () => marketDataChanged(client),
  })
  async function refused(error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || error.code !== 'months-differ') return toastError(errorText(error))
    const text = `${error.message}. Replace them? Backtests of all users on these months will use the new data.`
    const question = { title: 'Replace shared months', text, confirm: 'Replace', isDestructive: true }
    if (await askToConfirm(question)) share.mutate(true)
  }
  return share
}

const keyOf = ({ ownerId, instrumentId, interval, price }: PrivateSeries) => ({
  ownerId,
  instrumentId,
  interval,
  price,
})

const nameOf = ({ interval, instrumentId }: PrivateSeries): string =>
  `${seriesLabel(interval)} of ${instrumentName(instrumentId)}`

function PrivateItem({ one }: { readonly one: PrivateSeries }): ReactElement {
  const share = useShare(one)
  const ask = async (): Promise<void> => {
    const text = `Share ${nameOf(one)} of ${one.owner ?? 'a deleted user'}? Every user of this installation will see it.`
    if (await askToConfirm({ title: 'Share private data', text, confirm: 'Share' })) share.mutate(false)
  }
  return (
    <li className={classes['item']}>
      <Group gap={8} miw={0}>
        <strong>{nameOf(one)}</strong>
        <span className="muted">{one.owner ?? 'Deleted user'}</span>
        <span style={{ marginLeft: 'auto' }}>
          <Button variant="default" size="compact-xs" loading={share.isPending} onClick={() => void ask()}>
            Share
          </Button>
        </span>
      </Group>
      <div className={`${classes['importFacts']} muted`}>
        <span>{one.price === 'quote' ? 'Bid and ask' : 'One price'}</span>
        <span className="num">{formatPlain(one.rows)} rows</span>
        <span className="num">
          {formatDay(one.first)} to {formatDay(one.last)}
        </span>
        <span className="num">{formatBytes(one.bytes)}</span>
      </div>
    </li>
  )
}

/** For administrators: data that users imported privately. */
export function PrivateDataPanel(): ReactElement {
  const data = useQuery(privateDataQuery)
  const count = data.data?.length ?? 0
  return (
    <Panel title="Users' private data" detail={count > 0 ? formatPlain(count) : undefined} flush>
      {data.isPending ? <LoadingRows rows={3} /> : null}
      {data.isError && data.data === undefined ? (
        <ErrorState error={data.error} onRetry={() => void data.refetch()} />
      ) : null}
      {data.isSuccess && count === 0 ? (
        <EmptyState
          title="No private data"
          text="Imports of other users are private until you share them. Your own imports are shared."
        />
      ) : null}
      {count > 0 ? (
        <ul>
          {data.data?.map((one) => (
            <PrivateItem key={Object.values(keyOf(one)).join(' ')} one={one} />
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}
