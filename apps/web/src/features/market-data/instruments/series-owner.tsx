import { ActionIcon, Tooltip } from '@mantine/core'
import { type MarketInstrument, endpoints } from '@tradeloom/contracts'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { PrivateBadge, SharedBadge } from '../../../ui/badges.tsx'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { formatCount } from '../../../ui/format.ts'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { marketDataChanged } from '../market-data-changed.ts'

interface SeriesOwnerProps {
  readonly instrument: MarketInstrument
  readonly series: MarketInstrument['series'][number]
  /** `M1 of EUR/USD`. */
  readonly name: string
}

/** Who sees a series, with a delete button for users who may delete it. */
export function SeriesOwner({ instrument, series, name }: SeriesOwnerProps): ReactElement {
  const user = useUser()
  const { privateMonths, sharedMonths } = series
  const isOwn = privateMonths > 0
  const isDeletable = isOwn || (user?.isAdmin ?? false)
  return (
    <span className="inline">
      {isOwn ? (
        <PrivateBadge
          label={sharedMonths > 0 ? `Private, ${privateMonths} of ${privateMonths + sharedMonths} months` : 'Private'}
        />
      ) : (
        <SharedBadge meaning="Every user of this installation sees this data." />
      )}
      {isDeletable ? <DeleteSeries instrument={instrument} series={series} name={name} /> : null}
    </span>
  )
}

function DeleteSeries({ instrument, series, name }: SeriesOwnerProps): ReactElement {
  const client = useQueryClient()
  const isOwn = series.privateMonths > 0
  const whose = isOwn ? 'private' : 'shared'
  const remove = useMutation({
    mutationFn: () => {
      const { interval, price } = endpoints.removeMarketData.query.parse({
        interval: series.interval,
        price: series.price,
      })
      const query = { interval, price, shared: isOwn ? ('false' as const) : ('true' as const) }
      return call('removeMarketData', { params: { instrumentId: instrument.id }, query })
    },
    onSuccess: () => toastSuccess(`Deleted ${whose} data ${name}`),
    onError: (error) => toastError(errorText(error)),
    onSettled: () => marketDataChanged(client),
  })
  const ask = async (): Promise<void> => {
    const months = isOwn ? series.privateMonths : series.sharedMonths
    const affected = isOwn ? 'Your own data is deleted' : 'All users lose this data'
    const text = `Delete ${formatCount(months, 'month')} of ${name}, ${instrument.broker}? ${
      isOwn ? `${affected}; shared data of the same name remains.` : `${affected}; backtest results remain.`
    }`
    const question = { title: `Delete ${whose} data`, text, confirm: 'Delete', isDestructive: true }
    if (await askToConfirm(question)) remove.mutate()
  }
  return (
    <Tooltip label={`Delete ${whose} data`}>
      <ActionIcon aria-label={`Delete ${whose} data ${name}`} loading={remove.isPending} onClick={() => void ask()}>
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
