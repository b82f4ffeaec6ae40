import type { MarketInstrument } from '@tradeloom/contracts'
import { type ReactElement, useEffect, useRef } from 'react'
import { paintAtMost } from '../../realtime/paint-loop.ts'
import { formatNumber } from '../../ui/format.ts'
import { compactNumber } from '../../ui/compact-number.ts'
import { DEPTH_SIZE, depthShape } from './depth-path.ts'
import { ladderRows } from './ladder-rows.ts'
import type { LiveBook } from './live-book.ts'
import classes from './order-book.module.css'

const PAINT_MS = 100
const FIGURES = ['from', 'middle', 'to', 'most'] as const

interface DepthChartProps {
  readonly instrument: MarketInstrument
  readonly book: LiveBook
}

/** How much is bid and asked up to each price, as step areas. */
export function DepthChart({ instrument, book }: DepthChartProps): ReactElement {
  const { displaySymbol, precision, dealt } = instrument
  const figure = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = figure.current
    if (element === null) return undefined
    const [bids, asks] = ['bids', 'asks'].map((side) => element.querySelector(`path[data-side=${side}]`))
    const texts = FIGURES.map((name) => element.querySelector(`[data-part=${name}]`))
    const loop = paintAtMost(PAINT_MS, () => {
      const ladder = ladderRows(book.levels, { ticks: null, places: precision })
      const shape = depthShape(ladder)
      bids?.setAttribute('d', shape?.bids ?? '')
      asks?.setAttribute('d', shape?.asks ?? '')
      const figures = shape
        ? [shape.from, (shape.from + shape.to) / 2, shape.to].map((price) => formatNumber(price, precision))
        : ['', '', '']
      for (const [at, text] of [...figures, compactNumber(ladder.most)].entries()) {
        const target = texts[at]
        if (target && target.textContent !== text) target.textContent = text
      }
    })
    loop.ask()
    const unsubscribe = book.subscribe(loop.ask)
    return () => {
      unsubscribe()
      loop.stop()
    }
  }, [book, precision])
  const size = `0 0 ${DEPTH_SIZE} ${DEPTH_SIZE}`
  return (
    <figure ref={figure} className={classes['depth']} aria-label={`Depth of ${displaySymbol}`}>
      <span className={`${classes['most']} num`}>
        <span data-part="most" /> {dealt}
      </span>
      <svg viewBox={size} preserveAspectRatio="none" aria-hidden>
        <path data-side="bids" vectorEffect="non-scaling-stroke" />
        <path data-side="asks" vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption className="num">
        <span data-part="from" />
        <span data-part="middle" />
        <span data-part="to" />
      </figcaption>
    </figure>
  )
}
