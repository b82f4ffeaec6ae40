import type {
  BarsSource,
  CreatedIndicator,
  IndicatorSource,
  IntervalBars,
  OrderDesk,
  OrderDeskParts,
  ScriptObserver,
  TradedMarket,
  Values,
} from '@tradeloom/engine'

import { ActionLog } from './action-log.ts'
import { callPlace } from './call-place.ts'
import type { Observation, Observed } from './observation.ts'
import { ObservedDesk } from './observed-desk.ts'
import { plainCopy } from './plain-copy.ts'

const PRICES = ['open', 'high', 'low', 'close', 'volume'] as const

/** Records what a script reads and requests, and changes what its observation says. */
export class RunObserver implements ScriptObserver {
  readonly #observed: Observed
  readonly #observation: Observation
  readonly #now: () => number
  #desk: ObservedDesk | null = null
  /** Views that the script holds, as it would write them. */
  readonly #names = new WeakMap<object, string>()

  constructor(observed: Observed, observation: Observation, now: () => number) {
    this.#observed = observed
    this.#observation = observation
    this.#now = now
  }

  desk(parts: OrderDeskParts): OrderDesk {
    this.#desk = new ObservedDesk(new ActionLog(this.#observed, this.#observation, this.#now), parts)
    return this.#desk
  }

  /** Orders rejected and positions closed for lack of margin so far. */
  get marginEvents(): number {
    return this.#desk?.marginEvents ?? 0
  }

  uses({ interval }: IntervalBars): void {
    if (typeof interval === 'string') this.#observed.intervals.add(interval)
  }

  bars(bars: IntervalBars, market: TradedMarket): BarsSource {
    const name = `${prefixOf(market)}bars(${intervalText(bars)})`
    this.#keep(name, bars, () => null)
    const { interval, history } = bars
    const forming = () => this.#forming(name, bars, () => bars.forming())
    const source = { interval, history: this.#isReading ? this.#readHistory(name, history) : history, forming }
    this.#names.set(source, name)
    return source
  }

  indicator(reader: IndicatorSource, { key, bars, market, given }: CreatedIndicator): IndicatorSource {
    // Two indicators with the same name have the same values.
    const values = given.map((value) => this.#nameOf(value))
    const name = `${prefixOf(market)}${key}(${[intervalText(bars), ...values].join(', ')})`
    this.#keep(name, bars, () => reader.named(0) ?? reader.first.at(0))
    const source = new ObservedIndicator(reader, {
      forming: () => this.#forming(name, bars, () => reader.forming()),
      read: this.#isReading ? (member, get) => this.#note(`${name}.${member}`, get()) : null,
    })
    this.#names.set(source, name)
    return source
  }

  made(view: object, source: BarsSource | IndicatorSource): void {
    this.#names.set(view, this.#names.get(source) ?? '')
  }

  get #isReading(): boolean {
    return this.#observation.readsAt !== undefined
  }

  /** A series that an indicator compares with is part of its name. */
  #nameOf(value: unknown): string {
    return (typeof value === 'object' && value !== null && this.#names.get(value)) || argumentText(value)
  }

  #readHistory(name: string, history: BarsSource['history']): BarsSource['history'] {
    const note = <Value>(member: string, value: Value): Value => this.#note(`${name}.${member}`, value)
    const { time } = history
    const columns = PRICES.map((price) => [
      price,
      { at: (k: number) => note(`${price}(${argumentText(k)})`, history[price].at(k)) },
    ])
    return {
      ...(Object.fromEntries(columns) as Pick<BarsSource['history'], (typeof PRICES)[number]>),
      time: {
        get count() {
          return note('count', time.count)
        },
        at: (k) => note(`time(${argumentText(k)})`, time.at(k)),
      },
      at: (k) => note(`at(${argumentText(k)})`, history.at(k)),
    }
  }

  /** Records the final values of bars or of an indicator, by start of the bar. */
  #keep(source: string, bars: IntervalBars, value: () => unknown): void {
    if (this.#observation.keepFinished !== true || typeof bars.interval !== 'string') return
    const kept = new Map<number, unknown>()
    this.#observed.finished.set(source, kept)
    bars.addHandler((bar) => kept.set(bar.time, plainCopy(value() ?? bar)), true)
  }

  #note<Value>(what: string, value: Value): Value {
    if (this.#now() === this.#observation.readsAt)
      this.#observed.reads.push({ what, value: plainCopy(value), place: callPlace() })
    return value
  }

  #forming<Value>(source: string, bars: IntervalBars, read: () => Value): Value {
    return this.#note(`${source}.forming`, this.#formingValue(source, bars, read()))
  }

  #formingValue<Value>(source: string, bars: IntervalBars, value: Value): Value {
    const { formingTimes, formingSources } = this.#observed
    const now = this.#now()
    formingTimes.add(now)
    const { interval } = bars
    formingSources.set(source, typeof interval === 'string' ? interval : '')
    const { hindsight } = this.#observation
    if (!hindsight || hindsight.onlyAt?.has(now) === false) return value
    // Exactly at the end of a bar the next one has not begun, so there is no forming value.
    const forming = bars.forming()
    const final = forming && hindsight.finished.get(source)?.get(forming.time)
    // A copy, because the script may change what it gets.
    return plainCopy((final ?? value) as Value)
  }
}

/** Reads of an indicator's view; `read` is null if they need not be noted. */
interface IndicatorReads {
  forming(): unknown
  readonly read: (<Value>(member: string, get: () => Value) => Value) | null
}

/** What the view of an indicator reads. */
class ObservedIndicator implements IndicatorSource {
  readonly #reader: IndicatorSource
  readonly #reads: IndicatorReads

  constructor(reader: IndicatorSource, reads: IndicatorReads) {
    this.#reader = reader
    this.#reads = reads
  }

  get first(): Values {
    const { first } = this.#reader
    const { read } = this.#reads
    if (read === null) return first
    return {
      get last() {
        return read('value()', () => first.last)
      },
      at: (k) => read(`value(${argumentText(k)})`, () => first.at(k)),
    }
  }

  set onChange(call: () => void) {
    this.#reader.onChange = call
  }

  forming(): unknown {
    return this.#reads.forming()
  }

  named(k: number): unknown {
    const { read } = this.#reads
    return read === null ? this.#reader.named(k) : read(`value(${argumentText(k)})`, () => this.#reader.named(k))
  }
}

/** An argument of the script, without calling anything of it. */
function argumentText(value: unknown): string {
  return (typeof value === 'object' && value !== null) || typeof value === 'function' ? typeof value : String(value)
}

/** Nothing for the run's own market. */
function prefixOf({ positions, spec }: TradedMarket): string {
  return positions.market === 0 ? '' : `market('${spec.instrument.id}').`
}

function intervalText({ interval }: IntervalBars): string {
  return typeof interval === 'string' ? `'${interval}'` : `{ ticks: ${interval.ticks} }`
}
