const MINUTE = 60_000

/** How far a price has risen from its lowest, or fallen from its highest, within a time: in percent. */
export class ChangeWindow {
  readonly #ms: number
  /** 1 where rises are measured, -1 where falls are. */
  readonly #sign: 1 | -1
  /** Times and prices that may still become the extreme one: prices rise (fall) from the first of them on. */
  #times: number[] = []
  #prices: number[] = []
  #first = 0

  constructor(minutes: number, sign: 1 | -1) {
    this.#ms = minutes * MINUTE
    this.#sign = sign
  }

  take(time: number, price: number): number {
    while (this.#prices.length > this.#first && ((this.#prices.at(-1) as number) - price) * this.#sign >= 0) {
      this.#prices.pop()
      this.#times.pop()
    }
    this.#prices.push(price)
    this.#times.push(time)
    while ((this.#times[this.#first] as number) < time - this.#ms) this.#first++
    if (this.#first > 1_024 && this.#first * 2 > this.#times.length) {
      this.#times = this.#times.slice(this.#first)
      this.#prices = this.#prices.slice(this.#first)
      this.#first = 0
    }
    return (price / (this.#prices[this.#first] as number) - 1) * 100 * this.#sign
  }
}
