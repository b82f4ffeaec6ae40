import type { Input } from '@tradeloom/engine'
import type { TickReader, TickRow } from '@tradeloom/market-data/ticks'
import { SessionFailed } from './session-answers.ts'
import type { StoredInput } from './stored-input.ts'

/** Rates that convert money are passed on when they change by so much, or once a minute. */
const RATE_CHANGE = 1e-4
const RATE_MS = 60_000

type RateInput = Extract<StoredInput, { kind: 'RATE' }>

/** Prices of the markets that convert the money of a session. */
export class SessionRates {
  readonly #ticks: Pick<TickReader, 'last'>
  readonly #instrumentIds: readonly string[]
  /** The prices that the session knows. */
  readonly #told = new Map<string, TickRow>()

  constructor(ticks: Pick<TickReader, 'last'>, instrumentIds: readonly string[]) {
    this.#ticks = ticks
    this.#instrumentIds = instrumentIds
  }

  /** Those that have changed noticeably, or are told again after a while. Throws SessionFailed if one has no price. */
  async news(time: number): Promise<RateInput[]> {
    const inputs: RateInput[] = []
    for (const instrumentId of this.#instrumentIds) {
      const last = await this.#ticks.last(instrumentId)
      const known = this.#told.get(instrumentId)
      if (!last) {
        if (known) continue
        throw new SessionFailed(`There is no price of ${instrumentId}, which converts profits to account currency`)
      }
      const isSame = known !== undefined && Math.abs(last.bid / known.bid - 1) < RATE_CHANGE
      if (known?.sequence === last.sequence || (isSame && last.time - known.time < RATE_MS)) continue
      this.#told.set(instrumentId, last)
      inputs.push({ kind: 'RATE', instrumentId, time: Math.max(time, 1), bid: last.bid, ask: last.ask })
    }
    return inputs
  }
}

export function rateRows({ instrumentId, time, bid, ask }: RateInput): Input {
  const columns = { time: Float64Array.of(time), bid: Float64Array.of(bid), ask: Float64Array.of(ask) }
  return { kind: 'ROWS', instrumentId, columns: { kind: 'tick', ...columns } }
}
