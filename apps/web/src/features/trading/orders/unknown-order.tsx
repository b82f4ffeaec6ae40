import { Button } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import type { TradingOrder } from '@tradeloom/contracts'
import { venueName } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { formatPlain, formatSecond } from '../../../ui/format.ts'
import { toastError, toastInfo } from '../../../ui/toast.ts'
import { ageText } from '../../../entities/prices/age-text.ts'
import { ordersQuery } from '../../../entities/accounts/trading-queries.ts'
import classes from '../../../entities/positions/trading-tables.module.css'

/** Whether it was placed is not known, since when, and who is asked. */
export function UnknownStatus({ order: { broker, time, unknown } }: { readonly order: TradingOrder }): ReactElement {
  const now = useSeconds()
  return (
    <span className={classes['unknown']}>
      {unknown?.isAsked === false ? 'UNKNOWN, venue not queried' : `UNKNOWN, asking ${venueName(broker)}`}{' '}
      <span className="num muted">{ageText(Math.max(0, now - time))}</span>
    </span>
  )
}

interface NotPlacedProps {
  readonly order: TradingOrder
  readonly doubt: NonNullable<TradingOrder['unknown']>
}

/** How its owner ends an order of which the venue says nothing; before it is time, why not yet. */
export function NotPlaced({ order, doubt: { outcomeFrom } }: NotPlacedProps): ReactElement {
  const isEarly = useSeconds() < outcomeFrom
  const { id, broker, type, symbol } = order
  const reason = `${venueName(broker)} is still being queried. You can confirm this from ${formatSecond(outcomeFrom)} UTC, 15 minutes after the order was sent`
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`It was not placed… ${type} order of ${symbol}`}
      aria-disabled={isEarly}
      title={isEarly ? reason : (order.detail ?? undefined)}
      onClick={() => (isEarly ? toastInfo(reason, id) : void askForOutcome(order))}
    >
      It was not placed…
    </Button>
  )
}

async function askForOutcome(order: TradingOrder): Promise<void> {
  const { id, type, side, quantity, symbol, broker } = order
  const price = order.price ?? order.stopPrice
  const venue = venueName(broker)
  const isConfirmed = await askToConfirm({
    title: 'It was not placed',
    text: (
      <>
        {`${type} order: ${side} ${formatPlain(quantity)} ${symbol}${price === null ? '' : ` at ${formatPlain(price)}`}.`}
        <br />
        <br />
        Check {venue} first. The order must be neither among your open orders there nor in your order and trade history.
        <br />
        <br />
        {`It then counts as never placed, and ${afterwards(order)}. If it still turns up at ${venue}, it is canceled, what it bought is sold, and the account opens nothing until you resume trading.`}
      </>
    ),
    confirm: 'It was not placed',
    isDestructive: true,
  })
  if (!isConfirmed) return
  try {
    await call('stateOrderOutcome', { params: { id }, body: { outcome: 'not-placed' } })
  } catch (error) {
    toastError(errorText(error), `outcome-${id}`)
  }
  // It may have been found meanwhile.
  await queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey })
}

function afterwards({ isProtective, positionId }: TradingOrder): string {
  if (isProtective) return 'another one is placed for its position'
  return positionId === null ? 'its market can be traded again' : 'its position can be closed again'
}

function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), 1_000, { autoInvoke: true })
  return now
}
