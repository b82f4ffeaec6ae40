import { isBarInterval } from '@tradeloom/domain'
import { freezeWhole, type ScriptApi } from '@tradeloom/engine'

import { callPlace } from './call-place.ts'
import type { Observation, Observed } from './observation.ts'
import { plainCopy } from './plain-copy.ts'

type Call = (...values: unknown[]) => unknown

interface ViewWrapperParts {
  readonly api: ScriptApi
  readonly observed: Observed
  readonly observation: Observation
  readonly now: () => number
  readonly prefix?: string
  readonly originals?: WeakMap<object, object>
}

/** Names of wrapped views, of all markets. */
const SOURCES = new WeakMap<object, string>()

/** A series that an indicator compares with is part of its name. */
function nameOf(value: unknown): string {
  return (typeof value === 'object' && value !== null && SOURCES.get(value)) || String(value)
}

/** Wraps the views of bars and indicators and records what is read from them. */
export class ViewWrapper {
  readonly #api: ScriptApi
  readonly #observed: Observed
  readonly #observation: Observation
  readonly #now: () => number
  readonly #bars = new Map<unknown, object>()
  /** Wrapped views and their originals, which other API functions need. */
  readonly #originals: WeakMap<object, object>
  /** Names the market of the views: `market('GBPUSD').`, or nothing for the run's own. */
  readonly #prefix: string

  constructor({ api, observed, observation, now, prefix = '', originals = new WeakMap() }: ViewWrapperParts) {
    this.#api = api
    this.#observed = observed
    this.#observation = observation
    this.#now = now
    this.#prefix = prefix
    this.#originals = originals
  }

  /** A wrapper for the views of another market, which functions of the run's API accept too. */
  ofMarket(market: ScriptApi, name: string): ViewWrapper {
    const [observed, observation, now, originals] = [this.#observed, this.#observation, this.#now, this.#originals]
    return new ViewWrapper({ api: market, observed, observation, now, prefix: `market('${name}').`, originals })
  }

  /** Lets an API function receive the originals of wrapped views. */
  plainCall(call: Call): Call {
    return (...values) => call(...values.map((value) => this.#original(value)))
  }

  readonly bars = (interval: unknown): unknown => {
    const known = this.#bars.get(interval)
    if (known) return known
    const raw = this.#call('bars', interval) as object
    const name = `${this.#prefix}bars('${String(interval)}')`
    const view = this.#wrap(raw, name, String(interval))
    this.#keep(name, String(interval), () => null)
    this.#bars.set(interval, view)
    return view
  }

  readonly every = (interval: unknown, handler: unknown): unknown => {
    this.#observed.intervals.add(String(interval))
    return this.#call('every', interval, handler)
  }

  indicators(): Readonly<Record<string, unknown>> {
    const made: Record<string, unknown> = {}
    for (const [key, create] of Object.entries(this.#api['indicators'] as Record<string, Call>)) {
      made[key] = (interval: unknown, ...args: unknown[]) => {
        const raw = create(interval, ...args.map((value) => this.#original(value))) as { value(): unknown }
        // Two indicators with the same name have the same values.
        const source = `${this.#prefix}${key}(${[`'${String(interval)}'`, ...args.map(nameOf)].join(', ')})`
        this.#keep(source, String(interval), () => raw.value())
        return this.#wrap(raw, source, String(interval))
      }
    }
    return freezeWhole(made)
  }

  #call(name: string, ...values: unknown[]): unknown {
    return (this.#api[name] as Call)(...values)
  }

  #original(value: unknown): unknown {
    return typeof value === 'object' && value !== null ? (this.#originals.get(value) ?? value) : value
  }

  /** Records the final values of bars or of an indicator, by start of the bar. */
  #keep(source: string, interval: string, value: () => unknown): void {
    this.#observed.intervals.add(interval)
    if (this.#observation.keepFinished !== true) return
    const kept = new Map<number, unknown>()
    this.#observed.finished.set(source, kept)
    this.#call('every', interval, (bar: { time: number }) => kept.set(bar.time, plainCopy(value() ?? bar)))
  }

  #wrap(raw: object, source: string, interval: string): object {
    const view: object = {}
    for (let of: object | null = raw; of && of !== Object.prototype; of = Object.getPrototypeOf(of) as object | null) {
      for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(of))) {
        if (name === 'constructor' || Object.hasOwn(view, name)) continue
        const read = name === 'forming' ? () => this.#forming(raw, source, interval) : null
        if (get) Object.defineProperty(view, name, { get: this.#getter(`${source}.${name}`, read ?? get.bind(raw)) })
        else if (typeof value === 'function') {
          Object.defineProperty(view, name, { value: this.#method(`${source}.${name}`, (value as Call).bind(raw)) })
        } else Object.defineProperty(view, name, { value })
      }
    }
    this.#originals.set(view, raw)
    SOURCES.set(view, source)
    return freezeWhole(view)
  }

  #getter(what: string, get: () => unknown): () => unknown {
    if (this.#observation.readsAt === undefined) return get
    return () => this.#note(what, get())
  }

  #method(what: string, method: Call): Call {
    if (this.#observation.readsAt === undefined) return method
    return (...values) => this.#note(`${what}(${values.map(String).join(', ')})`, method(...values))
  }

  #note(what: string, value: unknown): unknown {
    if (this.#now() === this.#observation.readsAt)
      this.#observed.reads.push({ what, value: plainCopy(value), place: callPlace() })
    return value
  }

  #forming(raw: object, source: string, interval: string): unknown {
    const value = (raw as { forming: unknown }).forming
    const { formingTimes, formingSources } = this.#observed
    const now = this.#now()
    formingTimes.add(now)
    formingSources.set(source, interval)
    const { hindsight } = this.#observation
    if (!hindsight || !isBarInterval(interval) || hindsight.onlyAt?.has(now) === false) return value
    // Exactly at the end of a bar the next one has not begun, so there is no forming value.
    const { forming } = this.#call('bars', interval) as { forming: { readonly time: number } | null }
    if (forming === null) return value
    const final = hindsight.finished.get(source)?.get(forming.time) ?? value
    // A copy, because the script may change what it gets.
    return plainCopy(final)
  }
}
