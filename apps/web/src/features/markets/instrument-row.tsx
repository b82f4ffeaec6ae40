import { ActionIcon } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import type { MarketInstrument } from '@tradeloom/contracts'
import {
  type Icon,
  IconBellPlus,
  IconArrowUpRight,
  IconClock24,
  IconListNumbers,
  IconSquareHalf,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactElement, use, useCallback } from 'react'
import { usePriceRef } from '../../realtime/price-store.ts'
import { formatNumber } from '../../ui/format.ts'
import { isPressed } from '../../ui/shortcut.ts'
import { askForAlert } from '../../entities/alerts/ask-for-alert.tsx'
import { openInGroup, showInstrument } from '../../entities/orders/choose-instrument.ts'
import { useDashboard } from '../../entities/panels/dashboard-state.ts'
import { PanelGroup } from '../../entities/panels/panel-group.ts'
import { INSTRUMENT_SHORTCUTS } from './instrument-shortcuts.ts'
import classes from './instruments.module.css'
import { type MarketPrice, marketPrices, useFeed } from '../../entities/prices/market-prices.ts'

interface InstrumentRowProps {
  readonly instrument: MarketInstrument
  /** Identifies the row among all of the list. */
  readonly entry: string
  /** The one row that the Tab key goes to; arrows go to its buttons and to other rows. */
  readonly isStop: boolean
  readonly isFavorite: boolean
  readonly onFavorite: () => void
}

/** An instrument with its prices, and the panels that show it: those of the group of the list, or others that it opens. */
export function InstrumentRow(props: InstrumentRowProps): ReactElement {
  const { instrument, entry, isStop, isFavorite, onFavorite } = props
  const { id, displaySymbol, exchangeName, hasDepth } = instrument
  const { ref, inViewport } = useInViewport<HTMLLIElement>()
  const status = useFeed(id, inViewport)
  const group = use(PanelGroup)
  const isShown = useDashboard(({ linked }) => group !== null && linked[group] === id)
  const open = (view: string) => (): void => openInGroup(group, view, id)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isPressed(INSTRUMENT_SHORTCUTS.tile, event)) open('price-tile')()
    else if (hasDepth && isPressed(INSTRUMENT_SHORTCUTS.book, event)) open('order-book')()
    else return
    event.preventDefault()
  }
  const name = `${displaySymbol} on ${exchangeName}`
  return (
    <li
      ref={ref}
      className={classes['row']}
      data-entry={entry}
      data-status={status}
      data-shown={isShown || undefined}
      data-group={isShown ? group : undefined}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        tabIndex={-1}
        aria-label={`Favorite ${name}`}
        aria-pressed={isFavorite}
        onClick={onFavorite}
      >
        {isFavorite ? <IconStarFilled size={13} aria-hidden /> : <IconStar size={13} aria-hidden />}
      </ActionIcon>
      <button
        type="button"
        data-row
        tabIndex={isStop ? 0 : -1}
        className={classes['name']}
        aria-current={isShown || undefined}
        title={group === null ? 'Chart' : 'Show in the linked panels'}
        onClick={() => showInstrument(group, id)}
        onKeyDown={onKeyDown}
      >
        <span className={classes['symbol']}>
          <span className="visually-hidden">{group === null ? 'Open chart of ' : 'Show '}</span>
          {displaySymbol}
          <span className="visually-hidden"> on </span> <small>{exchangeName}</small>
        </span>
        <RowPrices instrument={instrument} isClosed={status === 'closed'} />
      </button>
      <span className={classes['actions']}>
        <OpenButton
          label={`Open price tile of ${name}`}
          title="Price tile"
          icon={IconSquareHalf}
          onClick={open('price-tile')}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xs"
          tabIndex={-1}
          aria-label={`Open page of ${name}`}
          title="Page of the instrument"
          renderRoot={(props) => <Link to="/instruments/$instrumentId" params={{ instrumentId: id }} {...props} />}
        >
          <IconArrowUpRight size={14} aria-hidden />
        </ActionIcon>
        {hasDepth ? (
          <>
            <OpenButton
              label={`Open order book of ${name}`}
              title="Order book"
              icon={IconListNumbers}
              onClick={open('order-book')}
            />
            <OpenButton
              label={`Open 24 h ticker of ${name}`}
              title="24 h ticker"
              icon={IconClock24}
              onClick={open('ticker')}
            />
          </>
        ) : null}
        <OpenButton
          label={`New alert for ${name}`}
          title="New alert"
          icon={IconBellPlus}
          onClick={() => void askForAlert({ instrumentId: id })}
        />
      </span>
    </li>
  )
}

interface RowPricesProps {
  readonly instrument: Pick<MarketInstrument, 'id' | 'precision'>
  readonly isClosed: boolean
}

function RowPrices({ instrument: { id, precision }, isClosed }: RowPricesProps): ReactElement {
  const write = useCallback(
    (element: HTMLElement, { bid, ask }: MarketPrice) => {
      element.textContent = `${formatNumber(bid, precision)} / ${formatNumber(ask, precision)}`
    },
    [precision],
  )
  return (
    <span className={`${classes['prices']} num`} aria-hidden ref={usePriceRef(marketPrices, id, write)}>
      {isClosed ? 'CLOSED' : null}
    </span>
  )
}

interface OpenButtonProps {
  readonly label: string
  readonly title: string
  readonly icon: Icon
  readonly onClick: () => void
}

function OpenButton({ label, title, icon: Picture, onClick }: OpenButtonProps): ReactElement {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="xs"
      tabIndex={-1}
      aria-label={label}
      title={title}
      onClick={onClick}
    >
      <Picture size={14} aria-hidden />
    </ActionIcon>
  )
}
