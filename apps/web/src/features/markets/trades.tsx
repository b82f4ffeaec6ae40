import type { MarketInstrument } from '@tradeloom/contracts'
import { decimalPlaces } from '@tradeloom/domain'
import { type KeyboardEvent, type PointerEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { paintAtMost } from '../../realtime/paint-loop.ts'
import { socket } from '../../realtime/socket.ts'
import { useIsSeen } from '../../realtime/use-is-seen.ts'
import { Panel } from '../../ui/panel.tsx'
import { isPressed } from '../../ui/shortcut.ts'
import { EmptyState, LoadingRows } from '../../ui/states.tsx'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import { TRADES_SHORTCUTS } from './book-shortcuts.ts'
import { FeedDot } from '../../entities/prices/feed-dot.tsx'
import { KnownInstrument } from '../../entities/instruments/known-instrument.tsx'
import { useOpeningText } from '../../entities/prices/use-opening-text.ts'
import { useFeed } from '../../entities/prices/market-prices.ts'
import { showTrades } from './trade-rows.ts'
import { TradeTape } from './trade-tape.ts'
import classes from './trades.module.css'

const PAINT_MS = 250

/** What has traded, newest first, as it comes. */
export function Trades({ options }: PanelProps<{ readonly instrumentId: string }>): ReactElement {
  return (
    <KnownInstrument id={options.instrumentId}>
      {(instrument) => <KnownTrades key={instrument.id} instrument={instrument} />}
    </KnownInstrument>
  )
}

function NoTrades({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const opening = useOpeningText(instrument)
  return opening === null ? (
    <EmptyState title="No trades yet" text="They appear here as they happen." />
  ) : (
    <EmptyState title="Market closed" text={opening} />
  )
}

function KnownTrades({ instrument }: { readonly instrument: MarketInstrument }): ReactElement {
  const { id, displaySymbol, exchangeName, quote, dealt } = instrument
  const status = useFeed(id)
  const body = useRef<HTMLTableSectionElement>(null)
  const fresh = useRef<HTMLSpanElement>(null)
  const [isHovered, setHovered] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const isFrozen = isHovered || isHeld
  const hasTrades = useTape(instrument, { body, fresh }, isFrozen)
  const release = (): void => {
    setHovered(false)
    setHeld(false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isPressed(TRADES_SHORTCUTS.freeze, event) || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    setHeld(!isHeld)
  }
  // A finger does not hover.
  const hover = ({ pointerType }: PointerEvent): void => setHovered(pointerType !== 'touch')
  const name = `${displaySymbol} on ${exchangeName}`
  return (
    <Panel
      flush
      title={displaySymbol}
      detail={`${exchangeName} · Trades`}
      actions={<FeedDot instrumentId={id} status={status} />}
    >
      <div
        className={classes['trades']}
        data-status={status}
        onKeyDown={onKeyDown}
        onPointerEnter={hover}
        onPointerLeave={() => setHovered(false)}
      >
        <div
          className={classes['list']}
          tabIndex={0}
          role="group"
          aria-label={`Trades of ${name}. Space freezes them.`}
        >
          <table className="num" hidden={!hasTrades}>
            <caption className="visually-hidden">{`Trades of ${name}, newest first`}</caption>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col" title={`In ${quote}`}>
                  Price
                </th>
                <th scope="col" title={`In ${dealt}`}>
                  Quantity
                </th>
                <th scope="col">
                  <span className="visually-hidden">Direction</span>
                </th>
              </tr>
            </thead>
            <tbody ref={body} />
          </table>
          {hasTrades ? null : status === 'loading' ? (
            <LoadingRows rows={6} height={24} />
          ) : (
            <NoTrades instrument={instrument} />
          )}
        </div>
        <button type="button" className={classes['fresh']} hidden={!isFrozen || !hasTrades} onClick={release}>
          <span ref={fresh}>0</span> new
        </button>
      </div>
    </Panel>
  )
}

interface TapeRefs {
  readonly body: { readonly current: HTMLElement | null }
  /** Where the number of trades is that are not shown yet. */
  readonly fresh: { readonly current: HTMLElement | null }
}

/** Shows trades as they come, unless they are frozen. Returns whether there are some. */
function useTape(instrument: MarketInstrument, { body, fresh }: TapeRefs, isFrozen: boolean): boolean {
  const { id, precision, lotSize } = instrument
  const isSeen = useIsSeen()
  const tape = useMemo(() => new TradeTape(), [])
  const [hasTrades, setHasTrades] = useState(false)
  const frozen = useRef(isFrozen)
  const painter = useRef<{ readonly ask: () => void }>(null)
  useEffect(() => {
    frozen.current = isFrozen
    painter.current?.ask()
  }, [isFrozen])
  useEffect(() => {
    if (!isSeen) return undefined
    const format = { pricePlaces: precision, quantityPlaces: decimalPlaces(lotSize) }
    const loop = paintAtMost(PAINT_MS, () => {
      if (!frozen.current && body.current !== null) showTrades(body.current, tape, format)
      if (fresh.current !== null) fresh.current.textContent = String(tape.count)
    })
    painter.current = loop
    // After a pause.
    tape.miss()
    const unsubscribe = socket.subscribe(`trades.${id}`, ({ event, data }) => {
      if (event === 'trades') tape.add(data)
      else if (event === 'missed') tape.miss()
      if (event === 'trades') setHasTrades(true)
      loop.ask()
    })
    const offState = socket.onState(() => {
      if (socket.state === 'open') tape.miss()
    })
    return () => {
      unsubscribe()
      offState()
      loop.stop()
    }
  }, [id, isSeen, tape, precision, lotSize, body, fresh])
  return hasTrades
}
