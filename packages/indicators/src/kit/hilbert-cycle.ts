import type { Part } from './part.ts'
import { Ring } from './ring.ts'
import { freezeClass } from './freeze-class.ts'

/**
 * The dominant cycle of a price by J. F. Ehlers' homodyne discriminator ("Rocket Science for Traders", 2001, chapter
 * 7): the price is smoothed, split into an in-phase and a quadrature component by Hilbert transforms, and the period of
 * the cycle follows from how fast their phase turns.
 */
export class HilbertCycle implements Part {
  readonly #prices = new Ring(4)
  readonly #smooths = new Ring(7)
  readonly #detrended = new Ring(7)
  readonly #quadratures = new Ring(7)
  readonly #inPhases = new Ring(7)
  #now = { i2: 0, q2: 0, re: 0, im: 0, period: 0, inPhase: 0, quadrature: 0 }
  #saved = { ...this.#now }

  /** Adds the price of the current bar. */
  next(price: number): void {
    this.#prices.push(price)
    if (!this.#prices.full) return
    const now = this.#now
    const scale = 0.075 * now.period + 0.54
    const [p, p1, p2, p3] = [this.#prices.at(), this.#prices.at(1), this.#prices.at(2), this.#prices.at(3)]
    this.#smooths.push((4 * p + 3 * p1 + 2 * p2 + p3) / 10)
    this.#detrended.push(transform(this.#smooths) * scale)
    now.quadrature = transform(this.#detrended) * scale
    now.inPhase = orZero(this.#detrended.at(3))
    this.#quadratures.push(now.quadrature)
    this.#inPhases.push(now.inPhase)
    const advancedI = transform(this.#inPhases) * scale
    const advancedQ = transform(this.#quadratures) * scale
    const i2 = 0.2 * (now.inPhase - advancedQ) + 0.8 * now.i2
    const q2 = 0.2 * (now.quadrature + advancedI) + 0.8 * now.q2
    now.re = 0.2 * (i2 * now.i2 + q2 * now.q2) + 0.8 * now.re
    now.im = 0.2 * (i2 * now.q2 - q2 * now.i2) + 0.8 * now.im
    now.i2 = i2
    now.q2 = q2
    const turned = now.re !== 0 && now.im !== 0 ? (2 * Math.PI) / Math.atan(now.im / now.re) : now.period
    const near = Math.max(0.67 * now.period, Math.min(1.5 * now.period, turned))
    now.period = 0.2 * Math.max(6, Math.min(50, near)) + 0.8 * now.period
  }

  /** Smoothed period of the cycle in bars; 0 at the beginning. */
  get period(): number {
    return this.#now.period
  }

  get inPhase(): number {
    return this.#now.inPhase
  }

  get quadrature(): number {
    return this.#now.quadrature
  }

  save(): void {
    Object.assign(this.#saved, this.#now)
    for (const window of this.#windows()) window.save()
  }

  restore(): void {
    Object.assign(this.#now, this.#saved)
    for (const window of this.#windows()) window.restore()
  }

  #windows(): readonly Ring[] {
    return [this.#prices, this.#smooths, this.#detrended, this.#quadratures, this.#inPhases]
  }
}

/** Hilbert transform over seven values; missing ones count as 0. */
function transform(values: Ring): number {
  return (
    0.0962 * orZero(values.at()) +
    0.5769 * orZero(values.at(2)) -
    0.5769 * orZero(values.at(4)) -
    0.0962 * orZero(values.at(6))
  )
}

function orZero(value: number): number {
  return Number.isNaN(value) ? 0 : value
}

freezeClass(HilbertCycle)
