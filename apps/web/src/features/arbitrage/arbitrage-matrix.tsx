import type { ArbitragePair } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { openTicketAt } from '../../entities/orders/open-ticket-at.ts'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import { useInstruments } from '../../entities/instruments/use-instruments.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { formatNumber, formatPercent, formatSigned, signClass } from '../../ui/format.ts'
import { EmptyState, LoadingRows } from '../../ui/states.tsx'
import { ArbitragePanel } from './arbitrage-panel.tsx'
import type { PairOptions } from './arbitrage-options.ts'
import classes from './arbitrage.module.css'
import { openAttempt } from './attempts/attempt-state.ts'
import { executableDetail, executableText } from './executable-text.ts'
import { useAge, useArbitrage } from './live-arbitrage.ts'
import { OwnExecutable } from './own-executable.tsx'
import { type MarketPair, useShownPair } from './shown-pair.ts'

/** What buying at one market and selling at another brings, both ways. */
export function ArbitrageMatrix({ title, options, onOptions }: PanelProps<PairOptions>): ReactElement {
  const shown = useShownPair(options.pair, useInstruments())
  return (
    <ArbitragePanel
      title={title}
      isSimulated={shown?.sell.simulated ?? false}
      pair={options.pair}
      onPair={(pair) => onOptions({ ...options, pair })}
    >
      {() => (shown === null ? <LoadingRows rows={5} /> : <Matrix shown={shown} />)}
    </ArbitragePanel>
  )
}

interface Column {
  readonly markets: MarketPair
  readonly pair: ArbitragePair
}

/** Both orders at once, or each in a ticket of its own: pressed, its price is in it. */
function Tickets({ markets: { sell, buy }, pair }: Column): ReactElement {
  const sellPrice = pair.bid / (pair.conversion?.rate ?? 1)
  return (
    <>
      <button
        type="button"
        title={`A ticket that sells on ${sell.exchangeName}`}
        onClick={() => openTicketAt({ instrumentId: sell.id, price: sellPrice, side: 'SELL' })}
      >
        Sell {sell.exchangeName}
      </button>{' '}
      <button
        type="button"
        title={`A ticket that buys on ${buy.exchangeName}`}
        onClick={() => openTicketAt({ instrumentId: buy.id, price: pair.ask, side: 'BUY' })}
      >
        Buy {buy.exchangeName}
      </button>{' '}
      <button
        type="button"
        title={`A ticket that buys on ${buy.exchangeName} and sells on ${sell.exchangeName} at once`}
        onClick={() => openAttempt({ sellId: sell.id, buyId: buy.id })}
      >
        Trade both
      </button>
    </>
  )
}

type Row = readonly [name: string, text: (column: Column) => ReactElement | string, hasTone?: boolean]

const OWN: Row = ['With your funds', (column) => <OwnExecutable {...column} />]
const CONVERTED: Row = ['Converted by', ({ pair }) => pair.conversion?.path.join(', ') ?? '']

function Matrix({ shown }: { readonly shown: MarketPair }): ReactElement {
  const { sell, buy } = shown
  // In one order whichever way is chosen, so that both panels of a page share a topic.
  const heard = useArbitrage(`arbitrage.${[sell.id, buy.id].toSorted().join('||')}`)
  const ageOf = useAge(heard?.at)
  const isSignedIn = Boolean(useUser())
  if (heard === undefined) return <LoadingRows rows={5} />
  const ways: readonly MarketPair[] = [shown, { sell: buy, buy: sell }]
  const columns = ways.flatMap((markets): Column[] => {
    const pair = heard.list.pairs.find(({ sellId, buyId }) => sellId === markets.sell.id && buyId === markets.buy.id)
    return pair ? [{ markets, pair }] : []
  })
  const [note] = heard.list.notes
  if (columns.length === 0) return <EmptyState title={note?.text ?? 'No price yet'} />
  const price = (value: number, { precision }: MarketPair['buy']): string => formatNumber(value, precision)
  const rows: readonly Row[] = [
    ['Sell at', ({ pair, markets }) => price(pair.bid, markets.buy)],
    ['Buy at', ({ pair, markets }) => price(pair.ask, markets.buy)],
    ['Profit or loss', ({ pair, markets }) => formatSigned(pair.profit, markets.buy.precision), true],
    ['Percent', ({ pair }) => formatPercent(pair.percent, 2, true), true],
    [
      'Executable',
      ({ pair, markets }) => (
        <span title={executableDetail(pair, markets)} className={pair.executable ? 'gain' : ''}>
          {executableText(pair, markets, ageOf(pair).ms)}
        </span>
      ),
    ],
    ...(isSignedIn ? [OWN] : []),
    ...(columns.some(({ pair }) => pair.conversion !== null) ? [CONVERTED] : []),
  ]
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={`${sell.displaySymbol} at two venues`}>
      <table className={`${classes['matrix']} num`}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column.pair.sellId} scope="col">
                <Tickets {...column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, text, hasTone]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map((column) => (
                <td
                  key={column.pair.sellId}
                  data-old={ageOf(column.pair).isOld || undefined}
                  className={hasTone ? signClass(column.pair.profit) : ''}
                >
                  {text(column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['note']}>
        {columns.some(({ pair }) => ageOf(pair).isOld)
          ? 'Gray: a venue has said nothing for more than a second.'
          : 'Executable is after the taker fees of both venues, as far as both books pay.'}
      </p>
    </div>
  )
}
