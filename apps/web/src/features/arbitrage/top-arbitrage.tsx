import type { ArbitrageList, ArbitragePair, MarketInstrument } from '@tradeloom/contracts'
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import type { PanelProps } from '../../entities/panels/define-panel.ts'
import { useInstruments } from '../../entities/instruments/use-instruments.ts'
import { formatNumber, formatPercent, signClass } from '../../ui/format.ts'
import { EmptyState, LoadingRows } from '../../ui/states.tsx'
import { ArbitragePanel } from './arbitrage-panel.tsx'
import classes from './arbitrage.module.css'
import { openAttempt } from './attempts/attempt-state.ts'
import { choosePair, useChosenPair } from './chosen-pair.ts'
import { executableDetail, executableText } from './executable-text.ts'
import { useAge, useArbitrage } from './live-arbitrage.ts'
import { marketName } from './shown-pair.ts'

/** All ways between venues, those that gain the most first. */
export function TopArbitrage({ title }: Pick<PanelProps<object>, 'title'>): ReactElement {
  const heard = useArbitrage('arbitrage')
  const instruments = useInstruments()
  const pairs = heard?.list.pairs ?? []
  const isSimulated = pairs.some(({ buyId }) => instruments.get(buyId)?.simulated)
  return (
    <ArbitragePanel title={title} detail={heard ? String(pairs.length) : undefined} isSimulated={isSimulated}>
      {(known) =>
        heard === undefined ? (
          <LoadingRows rows={6} />
        ) : pairs.length === 0 ? (
          <NoPairs notes={heard.list.notes} />
        ) : (
          <Rows pairs={pairs} at={heard.at} instruments={known} />
        )
      }
    </ArbitragePanel>
  )
}

function NoPairs({ notes }: Pick<ArbitrageList, 'notes'>): ReactElement {
  return <EmptyState title={notes[0]?.text ?? 'No prices yet'} />
}

interface RowsProps {
  readonly pairs: readonly ArbitragePair[]
  readonly at: number
  readonly instruments: ReadonlyMap<string, MarketInstrument>
}

const keyOf = ({ sellId, buyId }: Pick<ArbitragePair, 'sellId' | 'buyId'>): string => `${sellId}||${buyId}`

function Rows({ pairs: sorted, at, instruments }: RowsProps): ReactElement {
  const ageOf = useAge(at)
  const chosen = useChosenPair(({ pair }) => pair)
  const [stop, setStop] = useState<string | null>(null)
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const pairs = order === null ? sorted : inOrder(sorted, order)
  const keys = pairs.map(keyOf)
  const hold = (): void => setOrder(keys)
  const entry = stop !== null && keys.includes(stop) ? stop : keys[0]
  return (
    <div
      className={classes['scroll']}
      onKeyDown={moveFocus}
      onPointerEnter={hold}
      onPointerLeave={() => setOrder(null)}
      onFocus={() => order === null && hold()}
      onBlur={() => setOrder(null)}
    >
      <table className={`${classes['top']} num`}>
        <caption className="visually-hidden">Arbitrage between venues, the best first. Enter shows a pair.</caption>
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">Sell at</th>
            <th scope="col">Buy at</th>
            <th scope="col">Percent</th>
            <th scope="col">Executable</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => {
            const [sell, buy] = [instruments.get(pair.sellId), instruments.get(pair.buyId)]
            if (!sell || !buy) return null
            const key = keyOf(pair)
            const { ms, isOld } = ageOf(pair)
            const detail = executableDetail(pair, { sell, buy })
            return (
              <tr
                key={key}
                tabIndex={key === entry ? 0 : -1}
                data-old={isOld || undefined}
                aria-selected={chosen !== null && keyOf(chosen) === key}
                onFocus={() => setStop(key)}
                onClick={() => choosePair(pair)}
                onKeyDown={({ key: pressed }) => pressed === 'Enter' && choosePair(pair)}
              >
                <th scope="row">{marketName({ sell, buy })}</th>
                <td>
                  <span className={classes['venue']}>{sell.exchangeName}</span> {formatNumber(pair.bid, buy.precision)}
                </td>
                <td>
                  <span className={classes['venue']}>{buy.exchangeName}</span> {formatNumber(pair.ask, buy.precision)}
                </td>
                <Flashing value={pair.percent} className={signClass(pair.percent)} />
                <td title={detail} className={pair.executable ? 'gain' : classes['none']}>
                  {executableText(pair, { sell, buy }, ms)}
                </td>
                <td>
                  <button
                    type="button"
                    className={classes['both']}
                    title={`Buys on ${buy.exchangeName} and sells on ${sell.exchangeName} at once`}
                    onClick={(event) => {
                      event.stopPropagation()
                      openAttempt(pair)
                    }}
                    onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
                  >
                    Trade both
                  </button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Rows stay where they are while somebody is about to press one; new ones come last. */
function inOrder(pairs: readonly ArbitragePair[], order: readonly string[]): readonly ArbitragePair[] {
  const placeOf = (pair: ArbitragePair): number => {
    const place = order.indexOf(keyOf(pair))
    return place === -1 ? order.length : place
  }
  return pairs.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** A percentage that flashes for 700 ms when it changes; another name of the same animation begins it anew. */
function Flashing({
  value,
  className,
}: {
  readonly value: number
  readonly className: string | undefined
}): ReactElement {
  const cell = useRef<HTMLTableCellElement>(null)
  const before = useRef(value)
  useEffect(() => {
    const element = cell.current
    if (element === null || before.current === value) return
    const direction = value > before.current ? 'up' : 'down'
    before.current = value
    element.dataset['flash'] = `${direction}-${element.dataset['flash'] === `${direction}-a` ? 'b' : 'a'}`
  }, [value])
  return (
    <td ref={cell} className={`${classes['percent']} ${className ?? ''}`} onAnimationEnd={endFlash}>
      {formatPercent(value, 2, true)}
    </td>
  )
}

function endFlash({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  delete currentTarget.dataset['flash']
}

const STEPS: Readonly<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

function moveFocus(event: KeyboardEvent): void {
  const step = STEPS[event.key]
  const row = (event.target as HTMLElement).closest('tr')
  const next = step === undefined ? null : row?.[step]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}
