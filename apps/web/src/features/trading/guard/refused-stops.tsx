import { Select } from '@mantine/core'
import type { TradingAccount } from '@tradeloom/contracts'
import type { RefusedStop } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { accountsQuery } from '../../../entities/accounts/trading-queries.ts'
import { toastSuccess } from '../../../ui/toast.ts'
import { useSending } from '../../../ui/use-sending.ts'

const AS_VENUE = 'venue'

const CHOICES: readonly { readonly value: RefusedStop | typeof AS_VENUE; readonly label: string }[] = [
  { value: AS_VENUE, label: 'As the venue of the prices' },
  { value: 'hold', label: 'The stop is due at once' },
  { value: 'cancel', label: 'The order is canceled' },
  { value: 'close', label: 'The position is closed' },
]

/** What a paper account does with a stop that the market has passed when its order is filled. */
export function RefusedStops({ account }: { readonly account: TradingAccount }): ReactElement {
  const { id, refusedStops } = account
  const [chosen, setChosen] = useState<RefusedStop | null>(refusedStops)
  const { isBusy, error, send } = useSending()
  const choose = (value: RefusedStop | null): Promise<void> =>
    send(async () => {
      const saved = await call('chooseRefusedStops', { params: { id }, body: { refusedStops: value } })
      setChosen(saved.refusedStops)
      await queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey })
      toastSuccess('The choice counts from the next order on')
    })
  return (
    <Select
      label="When the market has passed a stop as its order is filled"
      description="Venues differ: Binance leaves the position open and Tradeloom closes it, OANDA cancels the order."
      data={CHOICES}
      value={chosen ?? AS_VENUE}
      error={error}
      disabled={isBusy}
      allowDeselect={false}
      onChange={(value) => void choose(value === AS_VENUE ? null : (value as RefusedStop))}
    />
  )
}
