import { ActionIcon, Button } from '@mantine/core'
import type { MarketInstrument } from '@tradeloom/contracts'
import { IconArrowLeft, IconChevronDown, IconStar, IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useCallback, useState } from 'react'
import { askForAlert } from '../../entities/alerts/ask-for-alert.tsx'
import { isListed } from '../../entities/instruments/use-instrument.ts'
import { FeedDot } from '../../entities/prices/feed-dot.tsx'
import { type MarketPrice, marketPrices, useFeed } from '../../entities/prices/market-prices.ts'
import { OpeningNote } from '../../entities/prices/opening-note.tsx'
import { shownSpread, spreadUnit } from '../../entities/prices/shown-spread.ts'
import { useFavorites } from '../../features/markets/favorites.ts'
import { usePriceRef } from '../../realtime/price-store.ts'
import { SimulatedBadge } from '../../ui/badges.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Hint } from '../../ui/hint.tsx'
import { lazyMenu } from '../../ui/lazy-menu.tsx'
import page from '../../ui/page.module.css'
import { requireLogin } from '../../entities/user/login.ts'

const BacktestMenuItems = lazyMenu(async () => (await import('./backtest-menu-items.tsx')).BacktestMenuItems)

interface InstrumentHeaderProps {
  readonly instrument: MarketInstrument
}

/** Name, price and spread of an instrument, and what can be done with it. */
export function InstrumentHeader({ instrument }: InstrumentHeaderProps): ReactElement {
  const { id, displaySymbol, exchangeName, product, simulated, status } = instrument
  const { ids, toggle } = useFavorites()
  const isFavorite = ids.includes(id)
  return (
    <div className={page['title']}>
      <Hint label="Back to Markets">
        <ActionIcon renderRoot={(props) => <Link to="/platform" {...props} />} aria-label="Back to Markets">
          <IconArrowLeft size={18} aria-hidden />
        </ActionIcon>
      </Hint>
      <h1>
        {displaySymbol} <span className="muted">{exchangeName}</span>
      </h1>
      <ActionIcon variant="subtle" aria-label="Favorite" aria-pressed={isFavorite} onClick={() => toggle(id)}>
        {isFavorite ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
      </ActionIcon>
      <span className="muted">{product}</span>
      {simulated ? <SimulatedBadge /> : null}
      {isListed(status) ? (
        <LivePrice instrument={instrument} />
      ) : (
        <span className="muted">{status === 'delisted' ? 'No longer listed' : 'Stored prices only'}</span>
      )}
      <div className={page['actions']}>
        {isListed(status) ? (
          <Button variant="default" onClick={() => void askForAlert({ instrumentId: id })}>
            Alert here
          </Button>
        ) : null}
        <BacktestMenu instrument={instrument} />
      </div>
    </div>
  )
}

function LivePrice({ instrument }: InstrumentHeaderProps): ReactElement {
  const status = useFeed(instrument.id)
  const write = useCallback(
    (element: HTMLElement, { bid, ask }: MarketPrice) => {
      const { precision } = instrument
      const spread = `${shownSpread({ bid, ask }, instrument)} ${spreadUnit(instrument)}`
      element.textContent = `${formatNumber(bid, precision)} / ${formatNumber(ask, precision)}, spread ${spread}`
    },
    [instrument],
  )
  return (
    <>
      <span className="num" ref={usePriceRef(marketPrices, instrument.id, write)} />
      <FeedDot instrumentId={instrument.id} status={status} />
      <OpeningNote instrument={instrument} className="muted" />
    </>
  )
}

function BacktestMenu({ instrument }: InstrumentHeaderProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const change = async (wanted: boolean): Promise<void> => {
    if (!wanted || (await requireLogin('Please log in to run new backtests'))) setOpen(wanted)
  }
  return (
    <BacktestMenuItems
      instrument={instrument}
      isOpen={isOpen}
      onChange={(wanted) => void change(wanted)}
      button={<Button rightSection={<IconChevronDown size={14} aria-hidden />}>Backtest here</Button>}
    />
  )
}
