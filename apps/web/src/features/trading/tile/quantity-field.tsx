import type { MarketInstrument } from '@tradeloom/contracts'
import { Popover } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import classes from './quantity-field.module.css'
import { TileShares } from './tile-shares.tsx'

interface QuantityFieldProps {
  readonly instrument: MarketInstrument
  readonly text: string
  /** What is wrong with it; null if nothing is. */
  readonly problem: string | null
  readonly onText: (text: string) => void
}

/** How much a tile trades, in units of the base currency; while it has the focus, with what the account pays for. */
export function QuantityField({ instrument, text, problem, onText }: QuantityFieldProps): ReactElement {
  const { displaySymbol, exchangeName, dealt } = instrument
  const [isOpen, setOpen] = useState(false)
  const field = (
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
        onFocus={(event) => {
          event.currentTarget.select()
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setOpen(false)
        }}
      />
      <span aria-hidden>{dealt}</span>
    </label>
  )
  return (
    <Popover
      opened={isOpen}
      position="bottom"
      width="target"
      offset={2}
      // Above the field, it would lie where BUY and SELL are clicked.
      middlewares={{ flip: false, shift: true }}
      withinPortal
      withRoles={false}
    >
      <Popover.Target>{field}</Popover.Target>
      <Popover.Dropdown p={6} miw={180} onMouseDown={(event) => event.preventDefault()}>
        <TileShares instrument={instrument} onQuantity={onText} />
      </Popover.Dropdown>
    </Popover>
  )
}
