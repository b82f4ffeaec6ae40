import type { MarketInstrument } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import classes from './quantity-field.module.css'

interface QuantityFieldProps {
  readonly instrument: MarketInstrument
  readonly text: string
  /** What is wrong with it; null if nothing is. */
  readonly problem: string | null
  readonly onText: (text: string) => void
}

/** How much a tile trades, in units of the base currency. */
export function QuantityField({ instrument, text, problem, onText }: QuantityFieldProps): ReactElement {
  const { displaySymbol, exchangeName, dealt } = instrument
  return (
    <label className={classes['field']}>
      <span className="visually-hidden">{`Quantity of ${displaySymbol} on ${exchangeName}`}</span>
      <input
        className="num"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={text}
        aria-invalid={problem !== null}
        title={problem ?? undefined}
        onChange={(event) => onText(event.currentTarget.value.trim())}
        onFocus={(event) => event.currentTarget.select()}
      />
      <span aria-hidden>{dealt}</span>
    </label>
  )
}
