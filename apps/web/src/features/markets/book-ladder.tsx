import type { MarketInstrument } from '@tradeloom/contracts'
import { decimalPlaces } from '@tradeloom/domain'
import { type ReactElement, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { paintAtMost } from '../../realtime/paint-loop.ts'
import { type LadderLevel, LadderPainter } from './ladder-painter.ts'
import { LADDER_DEPTH, ladderRows } from './ladder-rows.ts'
import type { LiveBook } from './live-book.ts'
import classes from './order-book.module.css'

const PAINT_MS = 100
/** On a phone, no deeper ones are shown. */
const PHONE_DEPTH = 12
const RANKS = Array.from({ length: LADDER_DEPTH }, (_, rank) => rank)
/** Scrolling that far from the middle is meant. */
const NEAR_PX = 4

export interface LadderHandle {
  readonly center: () => void
}

interface BookLadderProps {
  readonly ref: Ref<LadderHandle>
  readonly instrument: MarketInstrument
  readonly book: LiveBook
  readonly ticks: number | null
  readonly isClosed: boolean
  /** A level was pressed, with the price that it had then. */
  readonly onLevel: (side: 'bids' | 'asks', price: number) => void
}

/**
 * Asks above bids, with the spread in a row between them that stays in its place: levels move, and nothing moves under the
 * pointer. The numbers are written without React.
 */
export function BookLadder({ ref, instrument, book, ticks, isClosed, onLevel }: BookLadderProps): ReactElement {
  const { displaySymbol, exchangeName, precision, lotSize, dealt, quote } = instrument
  const scroll = useRef<HTMLDivElement>(null)
  const painterOf = useRef<LadderPainter>(null)
  const pressed = useRef<LadderLevel>(null)
  useCentered(scroll, ref)
  useEffect(() => {
    if (scroll.current === null) return undefined
    const painter = new LadderPainter(scroll.current, {
      pricePlaces: precision,
      quantityPlaces: decimalPlaces(lotSize),
    })
    painterOf.current = painter
    const loop = paintAtMost(PAINT_MS, () => {
      const { bids, asks } = book.levels
      painter.paint(ladderRows(book.levels, { ticks, places: precision }), { bid: bids.best, ask: asks.best })
    })
    loop.ask()
    const unsubscribe = book.subscribe(loop.ask)
    return () => {
      unsubscribe()
      loop.stop()
    }
  }, [book, ticks, precision, lotSize])
  return (
    <div ref={scroll} className={classes['ladder']} tabIndex={0} role="group" aria-label="Levels of the order book">
      <table
        className="num"
        // Levels move: what counts is what was there when it was pressed.
        onPointerDown={({ target }) => {
          pressed.current = painterOf.current?.levelAt(target as Element) ?? null
        }}
        onClick={() => pressed.current !== null && onLevel(pressed.current.side, pressed.current.price)}
      >
        <caption className="visually-hidden">{`Order book of ${displaySymbol} on ${exchangeName}`}</caption>
        <thead>
          <tr>
            <th scope="col">Price {quote}</th>
            <th scope="col">Quantity {dealt}</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {RANKS.toReversed().map((rank) => (
            <LevelRow key={rank} side="asks" rank={rank} />
          ))}
        </tbody>
        <tbody className={classes['spread']}>
          <tr>
            <th scope="row" colSpan={3}>
              Spread <span data-part="spread" />
              {isClosed ? <strong>CLOSED</strong> : null}
            </th>
          </tr>
        </tbody>
        <tbody>
          {RANKS.map((rank) => (
            <LevelRow key={rank} side="bids" rank={rank} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LevelRow({ side, rank }: { readonly side: 'bids' | 'asks'; readonly rank: number }): ReactElement {
  return (
    <tr data-side={side} data-rank={rank} data-deep={rank >= PHONE_DEPTH || undefined}>
      <td />
      <td />
      <td />
    </tr>
  )
}

/** Keeps the spread in the middle until somebody scrolls; another size of the panel never takes it out of view. */
function useCentered(scroll: { readonly current: HTMLDivElement | null }, ref: Ref<LadderHandle>): void {
  const isCentered = useRef(true)
  const center = (): void => {
    if (scroll.current === null) return
    isCentered.current = true
    scrollToMiddle(scroll.current)
  }
  useImperativeHandle(ref, () => ({ center }))
  useLayoutEffect(() => {
    const element = scroll.current
    if (element === null) return undefined
    let height = element.clientHeight
    const onScroll = (): void => {
      // It has another size now, or another place in the page: nobody scrolled.
      if (element.clientHeight !== height) return
      isCentered.current = Math.abs(element.scrollTop - middleOf(element)) < NEAR_PX
    }
    const onSize = (): void => {
      height = element.clientHeight
      const isFar = Math.abs(element.scrollTop - middleOf(element)) > element.clientHeight / 2
      if (isCentered.current || isFar) scrollToMiddle(element)
    }
    onSize()
    const observer = new ResizeObserver(onSize)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroll])
}

function scrollToMiddle(element: HTMLElement): void {
  element.scrollTop = middleOf(element)
}

/** How far to scroll for the spread to be in the middle of what the head of the table leaves. */
function middleOf(element: HTMLElement): number {
  const bestBid = element.querySelector<HTMLElement>('[data-side=bids]')
  const head = element.querySelector('thead')?.clientHeight ?? 0
  const spread = element.querySelector(`.${classes['spread']}`)?.clientHeight ?? 0
  if (bestBid === null) return 0
  const most = Math.max(0, element.scrollHeight - element.clientHeight)
  return Math.min(most, Math.max(0, bestBid.offsetTop - spread / 2 - (element.clientHeight + head) / 2))
}
