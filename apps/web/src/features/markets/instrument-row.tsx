import { ActionIcon } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import type { MarketInstrument } from '@tradeloom/contracts'
import { IconClock24, IconListNumbers, IconSquareHalf, IconStar, IconStarFilled } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useCallback } from 'react'
import { usePriceRef } from '../../realtime/price-store.ts'
import { isPressed } from '../../ui/shortcut.ts'
import { openPanel } from '../../entities/panels/dashboard-state.ts'
import { INSTRUMENT_SHORTCUTS } from './instrument-shortcuts.ts'
import classes from './instruments.module.css'
import { type MarketPrice, marketPrices, useFeed } from '../../entities/prices/market-prices.ts'

interface InstrumentRowProps {
  readonly instrument: MarketInstrument
  readonly isFavorite: boolean
  readonly onFavorite: () => void
}

/** An instrument with its prices, and the panels that it opens. */
export function InstrumentRow({ instrument, isFavorite, onFavorite }: InstrumentRowProps): ReactElement {
  const { id, displaySymbol, exchangeName, precision, hasDepth } = instrument
  const { ref, inViewport } = useInViewport<HTMLLIElement>()
  const status = useFeed(id, inViewport)
  const write = useCallback(
    (element: HTMLElement, { bid, ask }: MarketPrice) => {
      element.textContent = `${bid.toFixed(precision)} / ${ask.toFixed(precision)}`
    },
    [precision],
  )
  const open = (view: string) => (): void => openPanel(view, { instrumentId: id })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isPressed(INSTRUMENT_SHORTCUTS.tile, event)) openPanel('price-tile', { instrumentId: id })
    else if (hasDepth && isPressed(INSTRUMENT_SHORTCUTS.book, event)) openPanel('order-book', { instrumentId: id })
    else return
    event.preventDefault()
  }
  const name = `${displaySymbol} on ${exchangeName}`
  return (
    <li ref={ref} className={classes['row']} data-status={status}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Favorite ${name}`}
        aria-pressed={isFavorite}
        onClick={onFavorite}
      >
        {isFavorite ? <IconStarFilled size={13} aria-hidden /> : <IconStar size={13} aria-hidden />}
      </ActionIcon>
      <button
        type="button"
        data-row
        className={classes['name']}
        title="Chart"
        onClick={open('price-chart')}
        onKeyDown={onKeyDown}
      >
        <span className={classes['symbol']}>
          <span className="visually-hidden">Open chart of </span>
          {displaySymbol}
          <span className="visually-hidden"> on </span> <small>{exchangeName}</small>
        </span>
        <span className={`${classes['prices']} num`} aria-hidden ref={usePriceRef(marketPrices, id, write)}>
          {status === 'closed' ? 'CLOSED' : null}
        </span>
      </button>
      <span className={classes['actions']}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={`Open price tile of ${name}`}
          title="Price tile"
          onClick={open('price-tile')}
        >
          <IconSquareHalf size={14} aria-hidden />
        </ActionIcon>
        {hasDepth ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="xs"
            aria-label={`Open order book of ${name}`}
            title="Order book"
            onClick={open('order-book')}
          >
            <IconListNumbers size={14} aria-hidden />
          </ActionIcon>
        ) : null}
        {hasDepth ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="xs"
            aria-label={`Open 24 h ticker of ${name}`}
            title="24 h ticker"
            onClick={open('ticker')}
          >
            <IconClock24 size={14} aria-hidden />
          </ActionIcon>
        ) : null}
      </span>
    </li>
  )
}
