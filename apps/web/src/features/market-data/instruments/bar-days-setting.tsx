import { Group, Select } from '@mantine/core'
import { endpoints, type MarketInstrument } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { toastError } from '../../../ui/toast.ts'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { marketDataChanged } from '../market-data-changed.ts'

const DAY_ENDS = { utc: 'Days end at 00:00 UTC', 'new-york': 'Days end at 17:00 New York' } as const
const WEEK_STARTS = { sunday: 'Weeks start on Sunday', monday: 'Weeks start on Monday' } as const

const optionsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }))

/** When the bars of days and weeks of an instrument begin, for those who may change it; a text for others. */
export function BarDaysSetting({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const client = useQueryClient()
  const user = useUser()
  const { id, displaySymbol, dayEnd = 'utc', weekStart = 'sunday', series } = instrument
  const isShared = series.some(({ sharedMonths }) => sharedMonths > 0)
  const change = useMutation({
    mutationFn: (days: Partial<Record<'dayEnd' | 'weekStart', string | null>>) => {
      const body = endpoints.setBarDays.body.parse({ dayEnd, weekStart, ...days })
      return call('setBarDays', { params: { instrumentId: id }, body })
    },
    onError: (error) => toastError(errorText(error)),
    onSettled: () => marketDataChanged(client),
  })
  const isAllowed = user != null && (user.isAdmin || !isShared)
  if (!isAllowed) return <p className="muted prose">{`${DAY_ENDS[dayEnd]}. ${WEEK_STARTS[weekStart]}.`}</p>
  const shared = { size: 'xs', allowDeselect: false, disabled: change.isPending } as const
  return (
    <Group gap={8}>
      <Select
        {...shared}
        aria-label={`End of days of ${displaySymbol}`}
        data={optionsOf(DAY_ENDS)}
        value={change.variables?.dayEnd ?? dayEnd}
        onChange={(value) => change.mutate({ dayEnd: value })}
      />
      <Select
        {...shared}
        aria-label={`Start of weeks of ${displaySymbol}`}
        data={optionsOf(WEEK_STARTS)}
        value={change.variables?.weekStart ?? weekStart}
        onChange={(value) => change.mutate({ weekStart: value })}
      />
      <span className="muted">
        {isShared ? 'For daily and weekly bars of all users.' : 'For daily and weekly bars.'} Results of earlier
        backtests stay as they are.
      </span>
    </Group>
  )
}
