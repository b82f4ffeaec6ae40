import { cleanText, isoTime } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import { NumberColumn, type Plot as PlotWithColumns } from './plot-columns.ts'

const MAX_SERIES = 32
const MAX_NAME = 100
const MAX_COLOR = 50

interface Plot {
  readonly name: string
  readonly pane: 'overlay' | 'study'
  readonly color: string | null
  /** Each value holds until the next one. */
  readonly steps: boolean
  readonly times: NumberColumn
  readonly values: NumberColumn
}

/**
 * The plots of scripts: every value exactly as given, the last one at each time. There is a limit for all series
 * together; beyond it nothing is kept and the result says so, because a thinned line would be wrong.
 */
export class Plots {
  readonly #plots = new Map<string, Plot>()
  readonly #maxValues: number
  #count = 0
  #fullAt = NaN

  constructor(maxValues: number) {
    this.#maxValues = maxValues
  }

  add(at: number, name: string, value: unknown, options: unknown, isSeries = false): void {
    const { times, values } = this.#plots.get(name) ?? this.#create(name, options, isSeries)
    const time = Math.floor(at)
    const kept = typeof value === 'number' && Number.isFinite(value) ? value : NaN
    if (times.last === time) values.last = kept
    else if (this.#count < this.#maxValues) {
      times.push(time)
      values.push(kept)
      this.#count += 1
    } else if (this.#fullAt !== this.#fullAt) this.#fullAt = time
  }

  /** Values kept. */
  get count(): number {
    return this.#count
  }

  /** A warning about values beyond the limit; null if there are none. */
  omission(): string | null {
    if (this.#fullAt !== this.#fullAt) return null
    const count = String(this.#maxValues).replace(/\B(?=(\d{3})+$)/g, ',')
    return `Plots hold their first ${count} values, those before ${isoTime(this.#fullAt)}; later ones were not kept. Plot less often to keep them all`
  }

  /** Hands out the values since the last call and forgets them; the series remain. */
  drain(): PlotWithColumns[] {
    const drained = this.columns().filter(({ time }) => time.length > 0)
    for (const [name, plot] of this.#plots) {
      this.#plots.set(name, { ...plot, times: new NumberColumn(), values: new NumberColumn() })
    }
    this.#count = 0
    this.#fullAt = NaN
    return drained
  }

  columns(): PlotWithColumns[] {
    return [...this.#plots.values()].map(({ name, pane, color, steps, times, values }) => ({
      name,
      pane,
      color,
      ...(steps ? { steps } : {}),
      time: times.toArray(),
      value: values.toArray(),
    }))
  }

  #create(name: string, options: unknown, isSeries: boolean): Plot {
    if (typeof name !== 'string' || name === '' || name.length > MAX_NAME) {
      throw new ScriptApiError(`plot: the name must be a text of 1 to ${MAX_NAME} characters`)
    }
    // Reading may call getters of the script, which may plot, so it comes before any look-up.
    const { pane, color, steps = isSeries } = (options ?? {}) as { pane?: unknown; color?: unknown; steps?: unknown }
    const clean = cleanText(name, MAX_NAME)
    const known = this.#plots.get(clean)
    if (known) return known
    if (this.#plots.size >= MAX_SERIES) throw new ScriptApiError(`A script can plot at most ${MAX_SERIES} series`)
    const plot: Plot = {
      name: clean,
      pane: pane === 'study' ? 'study' : 'overlay',
      color: typeof color === 'string' && color.length <= MAX_COLOR ? cleanText(color, MAX_COLOR) : null,
      steps: steps === true,
      times: new NumberColumn(),
      values: new NumberColumn(),
    }
    this.#plots.set(clean, plot)
    return plot
  }
}
