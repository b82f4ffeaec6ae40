import type { AlertIndicator } from '@tradeloom/domain/alerts'
import { type BarColumns, type BarDays, barEnd, type BarInterval, barStart } from '@tradeloom/domain'
import { emptyBar, indicatorByKey, IndicatorInstance } from '@tradeloom/indicators'

/** An output of an indicator, with the forming bar or of the last one. */
export interface IndicatorReading {
  forming(): number
  closed(): number
}

/** Bid bars of one interval, and the indicators on them. */
export class BarSeries {
  readonly #interval: BarInterval
  readonly #days: BarDays
  readonly #bar = emptyBar()
  readonly #indicators = new Map<string, OnBars>()
  #end: number | null = null
  /** Rises with every change of the bar. */
  #version = 0

  constructor(interval: BarInterval, days: BarDays) {
    this.#interval = interval
    this.#days = days
  }

  /** Throws RangeError for wrong arguments. Alerts with the same indicator share it. */
  use({ key, args, output }: AlertIndicator): IndicatorReading {
    const name = `${key} ${args.join(' ')}`
    const used = this.#indicators.get(name) ?? new OnBars(new IndicatorInstance(indicatorByKey(key), args, this.#bar))
    this.#indicators.set(name, used)
    const at = Math.max(0, used.outputs.indexOf(output))
    const named = used.outputs[at] ?? output
    return { forming: () => used.forming(this.#version, named), closed: () => used.closed(at) }
  }

  /** Minutes before the first row. */
  begin(minutes: BarColumns): void {
    for (let i = 0; i < minutes.time.length; i++) {
      const time = minutes.time[i] as number
      if (this.hasEnded(time)) this.close()
      const { bidOpen, bidHigh, bidLow, bidClose, askClose, volume } = minutes
      this.#extend(time, {
        open: bidOpen[i] as number,
        high: bidHigh[i] as number,
        low: bidLow[i] as number,
        close: bidClose[i] as number,
        volume: volume[i] as number,
        spread: (askClose[i] as number) - (bidClose[i] as number),
      })
    }
  }

  /** Whether the bar that is forming ends at or before a time. */
  hasEnded(time: number): boolean {
    return this.#end !== null && time >= this.#end
  }

  close(): void {
    this.#end = null
    for (const indicator of this.#indicators.values()) indicator.close()
  }

  price(time: number, bid: number, ask: number): void {
    this.#extend(time, { open: bid, high: bid, low: bid, close: bid, volume: 1, spread: ask - bid })
  }

  #extend(time: number, part: Readonly<Omit<ReturnType<typeof emptyBar>, 'time'>>): void {
    const bar = this.#bar
    this.#version++
    if (this.#end === null) {
      const start = barStart(time, this.#interval, this.#days)
      this.#end = barEnd(start, this.#interval, this.#days)
      Object.assign(bar, part)
      bar.time = start
      return
    }
    bar.high = Math.max(bar.high, part.high)
    bar.low = Math.min(bar.low, part.low)
    bar.close = part.close
    bar.volume += part.volume
    bar.spread = part.spread
  }
}

/** An indicator on the bars; one that has failed says so whenever it is read. */
class OnBars {
  readonly #instance: IndicatorInstance
  #error: unknown = null
  #version = -1
  #value: number | Readonly<Record<string, number>> = NaN

  constructor(instance: IndicatorInstance) {
    this.#instance = instance
  }

  get outputs(): readonly string[] {
    return this.#instance.definition.outputs
  }

  close(): void {
    if (this.#error !== null) return
    try {
      this.#instance.close()
    } catch (error) {
      this.#error = error
    }
  }

  closed(output: number): number {
    if (this.#error !== null) throw this.#error
    return this.#instance.at(output, 0)
  }

  forming(version: number, output: string): number {
    if (this.#error !== null) throw this.#error
    if (this.#version !== version) {
      this.#value = this.#instance.forming()
      this.#version = version
    }
    return typeof this.#value === 'number' ? this.#value : (this.#value[output] ?? NaN)
  }
}
