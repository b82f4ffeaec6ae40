import type { MarketInstrument } from '@tradeloom/contracts'
import type { OrderDraft } from '@tradeloom/domain/orders'
import type { ReactElement } from 'react'
import { formatPlain } from '../../../ui/format.ts'
import { type OrderFunds, quantityOfShare, quantityText } from './order-funds.ts'
import classes from './quantity-shares.module.css'

const SHARES = [0.25, 0.5, 0.75, 1]

interface QuantitySharesProps extends OrderFunds {
  readonly instrument: MarketInstrument
  readonly draft: OrderDraft
  readonly isLocked?: boolean
  readonly onQuantity: (text: string) => void
}

/** Sets the quantity to what a part of the available margin pays for. */
export function QuantityShares(props: QuantitySharesProps): ReactElement {
  const { instrument, draft, isLocked = false, onQuantity, ...funds } = props
  return (
    <div className={classes['shares']} role="group" aria-label="Part of the available margin">
      {SHARES.map((share) => {
        const quantity = quantityOfShare(share, draft, funds)
        const isPossible = quantity !== null && quantity > 0
        return (
          <button
            key={share}
            type="button"
            disabled={isLocked || !isPossible}
            aria-label={`${share * 100}% of the available margin`}
            title={isPossible ? `${formatPlain(quantity)} ${instrument.dealt}` : undefined}
            // The field that has the focus keeps it.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onQuantity(quantityText(quantity ?? 0, instrument))}
          >
            {`${share * 100}%`}
          </button>
        )
      })}
    </div>
  )
}
