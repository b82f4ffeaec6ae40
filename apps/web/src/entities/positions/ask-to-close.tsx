import type { TradingAccount, TradingPosition } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { errorText } from '../../api/api-error.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { formatPlain } from '../../ui/format.ts'
import { toastError } from '../../ui/toast.ts'
import { accountName } from '../accounts/account-levels.ts'
import { CurrentPrice, LiveProfit, type LiveProfitProps } from './live-cells.tsx'
import { closePosition } from '../orders/send-order.ts'
import { newTicketKey } from '../orders/ticket-key.ts'

interface Market extends Pick<LiveProfitProps, 'instrument'> {
  readonly account: TradingAccount | undefined
}

/** What closing does, with price and profit as they move while one thinks. */
function Closing({ position, instrument, account }: Market & { readonly position: TradingPosition }): ReactElement {
  const { direction, quantity, symbol } = position
  const currency = account?.currency ?? 'USD'
  return (
    <>
      {`${direction === 'LONG' ? 'Sells' : 'Buys'} ${formatPlain(quantity)} ${symbol} at the market, now about `}
      <strong className="num">
        <CurrentPrice position={position} instrument={instrument} />
      </strong>
      {'. Profit now: '}
      <strong className="num">
        <LiveProfit position={position} instrument={instrument} currency={currency} />
      </strong>
      {` ${currency}.`}
      {account === undefined
        ? null
        : ` On ${accountName(account)}${account.type === 'live' ? ', with real money' : ''}.`}
    </>
  )
}

/** Closes a position at the market, after a question. */
export async function askToClose(position: TradingPosition, market: Market): Promise<void> {
  const isConfirmed = await askToConfirm({
    title: 'Close position',
    text: <Closing position={position} {...market} />,
    confirm: 'Close position',
  })
  if (!isConfirmed) return
  try {
    await closePosition(position.id, newTicketKey())
  } catch (error) {
    toastError(errorText(error), `close-${position.id}`)
  }
}
