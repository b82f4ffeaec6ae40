import type { IndicatorBar } from '../indicator-bar.ts'
import { Atr } from './atr.ts'
import { Candles } from './candles.ts'
import { checkLength } from './check-length.ts'
import { Days } from './days.ts'
import { Delay } from './delay.ts'
import { DirectionalMovement } from './directional-movement.ts'
import { DoubleEma } from './double-ema.ts'
import { Ema } from './ema.ts'
import { HilbertCycle } from './hilbert-cycle.ts'
import { type CopyState, KeptState } from './kept-state.ts'
import { type Line, lineThrough } from './line-through.ts'
import type { Parts } from './parts.ts'
import { Ring } from './ring.ts'
import { Strength } from './strength.ts'
import { trueRange } from './true-range.ts'
import { Sma, Wma } from './window-average.ts'
import { Wilder } from './wilder.ts'
import { freezeClass } from './freeze-class.ts'

/**
 * The building blocks of indicator scripts, typed and documented for their authors in
 * `packages/script/api/tradeloom.d.ts`. After a value with a forming bar, everything it creates returns to its state
 * after the last finished bar.
 */
export class Kit {
  readonly #bar: Readonly<IndicatorBar>
  readonly #parts: Parts

  constructor(bar: Readonly<IndicatorBar>, parts: Parts) {
    this.#bar = bar
    this.#parts = parts
  }

  /** tools/generate-indicators.ts adds `copy` for system indicators. */
  state<State extends Record<string, unknown>>(state: State, copy?: CopyState): State {
    this.#parts.add(new KeptState(state, copy))
    return state
  }

  ring(size: number): Ring {
    checkLength('ring', size)
    return this.#parts.add(new Ring(size))
  }

  sma(period: number): Sma {
    checkLength('kit.sma', period)
    return this.#parts.add(new Sma(period))
  }

  ema(period: number, start?: 'plain' | 'exact'): Ema {
    checkLength('kit.ema', period)
    return this.#parts.add(new Ema(period, start))
  }

  doubleEma(first: number, second: number): DoubleEma {
    checkLength('kit.doubleEma', first)
    checkLength('kit.doubleEma', second)
    return this.#parts.add(new DoubleEma(first, second))
  }

  wilder(period: number): Wilder {
    checkLength('kit.wilder', period)
    return this.#parts.add(new Wilder(period))
  }

  atr(period: number): Atr {
    checkLength('kit.atr', period)
    return this.#parts.add(new Atr(this.#bar, period))
  }

  cycle(): HilbertCycle {
    return this.#parts.add(new HilbertCycle())
  }

  wma(period: number): Wma {
    checkLength('kit.wma', period)
    return this.#parts.add(new Wma(period))
  }

  strength(period: number): Strength {
    checkLength('kit.strength', period)
    return this.#parts.add(new Strength(period))
  }

  delay(bars: number): Delay {
    checkLength('kit.delay', bars)
    return this.#parts.add(new Delay(bars))
  }

  candles(before: number): Candles {
    checkLength('kit.candles', before)
    return this.#parts.add(new Candles(this.#bar, before))
  }

  movement(period: number): DirectionalMovement {
    checkLength('kit.movement', period)
    return this.#parts.add(new DirectionalMovement(this.#bar, period))
  }

  days(): Days {
    return this.#parts.add(new Days(this.#bar))
  }

  trueRange(closeBefore: number): number {
    return trueRange(this.#bar, closeBefore)
  }

  line(window: Ring): Line {
    return lineThrough(window)
  }
}

freezeClass(Kit)
