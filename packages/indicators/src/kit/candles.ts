import type { IndicatorBar } from '../indicator-bar.ts'
import type { Part } from './part.ts'
import { Ring } from './ring.ts'
import { freezeClass } from './freeze-class.ts'

/** The shape of a bar. */
export interface Candle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Upper and lower end of the body, and its size. */
  readonly top: number
  readonly bottom: number
  readonly body: number
  /** Sizes of the wicks. */
  readonly upper: number
  readonly lower: number
}

/** The current bar and a number of previous bars, as candles. */
export class Candles implements Part {
  readonly #bar: Readonly<IndicatorBar>
  readonly #before: number
  readonly #opens: Ring
  readonly #highs: Ring
  readonly #lows: Ring
  readonly #closes: Ring

  constructor(bar: Readonly<IndicatorBar>, before: number) {
    this.#bar = bar
    this.#before = before
    this.#opens = new Ring(before + 1)
    this.#highs = new Ring(before + 1)
    this.#lows = new Ring(before + 1)
    this.#closes = new Ring(before + 1)
  }

  /** Adds the current bar; true once all previous bars are available. */
  next(): boolean {
    const bar = this.#bar
    this.#opens.push(bar.open)
    this.#highs.push(bar.high)
    this.#lows.push(bar.low)
    this.#closes.push(bar.close)
    return this.#closes.full
  }

  /** The shape of bar `k` back; 0 is the current one. */
  at(k = 0): Candle {
    const open = this.#opens.at(k)
    const high = this.#highs.at(k)
    const low = this.#lows.at(k)
    const close = this.#closes.at(k)
    const top = Math.max(open, close)
    const bottom = Math.min(open, close)
    return { open, high, low, close, top, bottom, body: top - bottom, upper: high - top, lower: bottom - low }
  }

  /** Average body and average range of the previous bars. */
  averages(): { readonly body: number; readonly range: number } {
    let body = 0
    let range = 0
    for (let k = 1; k <= this.#before; k++) {
      body += Math.abs(this.#opens.at(k) - this.#closes.at(k))
      range += this.#highs.at(k) - this.#lows.at(k)
    }
    return { body: body / this.#before, range: range / this.#before }
  }

  save(): void {
    this.#opens.save()
    this.#highs.save()
    this.#lows.save()
    this.#closes.save()
  }

  restore(): void {
    this.#opens.restore()
    this.#highs.restore()
    this.#lows.restore()
    this.#closes.restore()
  }
}

freezeClass(Candles)
