import type { Position } from '@tradeloom/contracts'
import type { RunProgress } from '@tradeloom/sandbox'
import type { BacktestMessage } from '../backtest-events.ts'
import type { TakenRun } from '../backtests.repository.ts'

type LivePosition = RunProgress['live']['positions'][number]

/** What a run knows of a position only at its end. */
const UNKNOWN = {
  spreadCost: null,
  slippageCost: null,
  mae: null,
  mfe: null,
  maePips: null,
  mfePips: null,
  risk: null,
  equityAtEntry: null,
  notional: null,
  ambiguous: false,
  profitInterval: null,
} as const satisfies Partial<Position>

/** After so many reports, every position is told again, for pages that were opened meanwhile. */
const REPEATED = 10

/** Tells the owner of a run in progress its prices, and each position that has changed since it was told last. */
export class LiveMarket {
  readonly #run: Pick<TakenRun, 'id' | 'userId' | 'algorithmId'>
  readonly #publish: (message: BacktestMessage) => void
  #reports = 0
  #closed = 0
  /** Before it, positions were left out. */
  #since: number | null = null
  /** Of the positions of the last report. */
  #told: ReadonlyMap<number, string> = new Map()

  constructor(run: Pick<TakenRun, 'id' | 'userId' | 'algorithmId'>, publish: (message: BacktestMessage) => void) {
    this.#run = run
    this.#publish = publish
  }

  tell({ time, bid, ask, positions, closedPositions }: RunProgress['live']): void {
    const { id, userId, algorithmId } = this.#run
    const closeTimes = positions.flatMap(({ closeTime }) => (closeTime === null ? [] : [closeTime]))
    const isCut = closedPositions - this.#closed > closeTimes.length
    if (isCut) this.#since = Math.min(time, ...closeTimes)
    if (isCut || this.#reports % REPEATED === 0) this.#told = new Map()
    this.#reports += 1
    this.#closed = closedPositions
    if (bid !== null && ask !== null) {
      const data = { id, algorithmId, time, bid, ask, positionsSince: this.#since }
      this.#publish({ event: 'prices', userId, data })
    }
    const told = new Map<number, string>()
    for (const position of positions) {
      const terms = termsOf(position)
      told.set(position.id, terms)
      if (this.#told.get(position.id) === terms) continue
      const whole = { ...position, ...UNKNOWN, tag: position.tag ?? null }
      this.#publish({ event: 'position', userId, data: { id, algorithmId, position: whole } })
    }
    this.#told = told
  }
}

/** What changes a position; its profit follows from the prices. */
function termsOf({ status, quantity, stopLoss, takeProfit, trailingStop }: LivePosition): string {
  return [status, quantity, stopLoss, takeProfit, trailingStop].join(' ')
}
