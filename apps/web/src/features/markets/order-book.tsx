import { ActionIcon, NativeSelect, SegmentedControl } from '@mantine/core'
import { bookGroupings } from '@tradeloom/book'
import type { MarketInstrument } from '@tradeloom/contracts'
import { IconArrowsUpDown } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useCallback, useRef, useState } from 'react'
import { useSocketState } from '../../realtime/socket.ts'
import { Panel } from '../../ui/panel.tsx'
import { isPressed } from '../../ui/shortcut.ts'
import { EmptyState, LoadingRows } from '../../ui/states.tsx'
import { openPanel } from '../../entities/panels/dashboard-state.ts'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import { openTicketAt } from '../../entities/orders/open-ticket-at.ts'
import { BookLadder, type LadderHandle } from './book-ladder.tsx'
import { BOOK_SHORTCUTS } from './book-shortcuts.ts'
import { DepthChart } from './depth-chart.tsx'
import { FeedDot } from '../../entities/prices/feed-dot.tsx'
import { KnownInstrument } from '../../entities/instruments/known-instrument.tsx'
import { type BookState, type LiveBook, useLiveBook, useOfBook } from './live-book.ts'
import { type FeedStatus, useFeed } from '../../entities/prices/market-prices.ts'
import { NO_GROUPING, type OrderBookOptions } from './order-book-options.ts'
import classes from './order-book.module.css'

type OrderBookProps = PanelProps<OrderBookOptions>

/** The best levels of an instrument as a ladder, and their totals as a picture. */
export function OrderBook(props: OrderBookProps): ReactElement {
  return (
    <KnownInstrument id={props.options.instrumentId}>
      {(instrument) =>
        instrument.hasDepth ? (
          <KnownBook key={instrument.id} {...props} instrument={instrument} />
        ) : (
          <NoDepth instrument={instrument} />
        )
      }
    </KnownInstrument>
  )
}

function NoDepth({ instrument: { displaySymbol, exchangeName } }: { readonly instrument: MarketInstrument }) {
  return (
    <Panel title={displaySymbol} detail={`${exchangeName} · Order book`}>
      <EmptyState title="No market depth" text={`${exchangeName} has no order book of ${displaySymbol}.`} />
    </Panel>
  )
}

type KnownBookProps = OrderBookProps & { readonly instrument: MarketInstrument }

function KnownBook({ instrument, options, onOptions }: KnownBookProps): ReactElement {
  const { id, displaySymbol, exchangeName } = instrument
  const book = useLiveBook(id)
  const status = useBookStatus(id, book)
  const isEmpty = useOfBook(book, isEmptyBook)
  const groupings = useGroupings(instrument, book)
  const chosen = groupings.find(({ width }) => width === options.grouping)
  const ladder = useRef<LadderHandle>(null)
  const [view, setView] = useState('Book')
  const group = (grouping: string): void => onOptions({ ...options, grouping })
  const step = (by: 1 | -1): void => {
    const widths = [NO_GROUPING, ...groupings.map(({ width }) => width)]
    const next = widths[widths.indexOf(chosen?.width ?? NO_GROUPING) + by]
    if (next !== undefined) group(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLSelectElement) return
    if (isPressed(BOOK_SHORTCUTS.finer, event)) step(-1)
    else if (isPressed(BOOK_SHORTCUTS.coarser, event)) step(1)
    else if (isPressed(BOOK_SHORTCUTS.center, event)) ladder.current?.center()
    else return
    event.preventDefault()
  }
  const name = `${displaySymbol} on ${exchangeName}`
  return (
    <Panel
      flush
      title={displaySymbol}
      detail={<span className={classes['detail']}>{exchangeName} · Order book</span>}
      actions={
        <>
          <NativeSelect
            size="xs"
            className={classes['grouping'] ?? ''}
            aria-label={`Grouping of the order book of ${name}`}
            title="Grouping"
            data={[NO_GROUPING, ...groupings.map(({ width }) => width)]}
            value={chosen?.width ?? NO_GROUPING}
            onChange={(event) => group(event.currentTarget.value)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Open trades of ${name}`}
            title="Trades"
            onClick={() => openPanel('trades', { instrumentId: id })}
          >
            <IconArrowsUpDown size={14} aria-hidden />
          </ActionIcon>
          <FeedDot instrumentId={id} status={status} heardAt={() => book.heardAt} />
        </>
      }
    >
      {status === 'loading' ? (
        <LoadingRows rows={8} height={20} />
      ) : isEmpty ? (
        <EmptyState title="No orders in the book" />
      ) : (
        <div className={classes['book']} data-status={status} data-view={view} onKeyDown={onKeyDown}>
          <SegmentedControl
            size="xs"
            className={classes['tabs'] ?? ''}
            aria-label="View of the order book"
            data={['Book', 'Depth']}
            value={view}
            onChange={setView}
          />
          <div className={classes['views']}>
            <BookLadder
              ref={ladder}
              instrument={instrument}
              book={book}
              ticks={chosen?.ticks ?? null}
              isClosed={status === 'closed'}
              onLevel={(side, price) =>
                openTicketAt({ instrumentId: id, price, side: side === 'bids' ? 'BUY' : 'SELL' })
              }
            />
            <DepthChart instrument={instrument} book={book} />
          </div>
        </div>
      )}
    </Panel>
  )
}

/** The market may be closed or refused although the book is there; otherwise the book decides. */
function useBookStatus(instrumentId: string, book: LiveBook): FeedStatus {
  const feed = useFeed(instrumentId)
  const state = useOfBook<BookState>(book, (one) => one.state)
  const isConnected = useSocketState() === 'open'
  if (feed === 'refused' || (feed === 'closed' && state !== 'loading')) return feed
  if (!isConnected && state !== 'loading') return 'disconnected'
  return state
}

const isEmptyBook = (book: LiveBook): boolean =>
  book !== null && book.levels.bids.size === 0 && book.levels.asks.size === 0

/** They depend on the size of prices, so they are known with the book. */
function useGroupings({ quoteStep, precision }: MarketInstrument, book: LiveBook) {
  const read = useCallback(
    (one: LiveBook): string => {
      const price = one.levels.bids.best || one.levels.asks.best
      return price ? JSON.stringify(bookGroupings(price, quoteStep, precision)) : '[]'
    },
    [quoteStep, precision],
  )
  return JSON.parse(useOfBook(book, read)) as ReturnType<typeof bookGroupings>
}
