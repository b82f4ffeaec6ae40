import type { MarketInstrument } from '@tradeloom/contracts'
import type { OrderDraft } from '@tradeloom/domain/orders'
import type { ReactElement } from 'react'
import { formatPlain } from '../../../ui/format.ts'
import classes from './margin-help.module.css'
import { type OrderFunds, quantityOfShare, quantityText } from './order-funds.ts'

interface MarginHelpProps extends OrderFunds {
  readonly instrument: MarketInstrument
  readonly draft: OrderDraft
  /** With its currency. */
  readonly margin: string
  readonly available: string
  /** Null where the quantity cannot be changed now. */
  readonly onQuantity: ((text: string) => void) | null
}

/** What an order needs that is too large, and the largest possible quantity. */
export function MarginHelp(props: MarginHelpProps): ReactElement {
  const { instrument, draft, margin, available, onQuantity, ...funds } = props
  const largest = quantityOfShare(1, draft, funds)
  return (
    <div className={classes['help']}>
      <span>{`It needs ${margin}, and ${available} is available.`}</span>
      {largest === null ? null : largest === 0 ? (
        <span>{`That is too little for the smallest order of ${instrument.displaySymbol}.`}</span>
      ) : onQuantity === null ? (
        <span>{`The largest possible is ${formatPlain(largest)} ${instrument.dealt}.`}</span>
      ) : (
        <button type="button" onClick={() => onQuantity(quantityText(largest, instrument))}>
          {`Use the largest possible: ${formatPlain(largest)} ${instrument.dealt}`}
        </button>
      )}
    </div>
  )
}
