import { cleanText } from '@tradeloom/domain'

import { ScriptApiError } from '../errors.ts'
import type { PlotSeries } from '../run-result.ts'

const MOST_SERIES = 32
const MOST_POINTS = 8_192
const LONGEST_NAME = 100
const LONGEST_COLOR = 50

interface Plot {
  readonly name: string
  readonly pane: 'overlay' | 'study'
  readonly color: string | null
  time: number[]
  value: (number | null)[]
  /** Only every so manieth point is kept; doubled whenever the series is full. */
  stride: number
  seen: number
}

/** What scripts draw. A long series is thinned evenly, so that it stays drawable and small. */
export class Plots {
  readonly #plots = new Map<string, Plot>()

  add(time: number, name: string, value: number | null, options: unknown): void {
    const plot = this.#plots.get(name) ?? this.#create(name, options)
    const last = plot.time.length - 1
    const kept = typeof value === 'number' && Number.isFinite(value) ? value : null
    if (last >= 0 && plot.time[last] === time) {
      plot.value[last] = kept
      return
    }
    if (plot.seen++ % plot.stride !== 0) return
    plot.time.push(time)
    plot.value.push(kept)
    if (plot.time.length < MOST_POINTS) return
    plot.time = plot.time.filter((_, at) => at % 2 === 0)
    plot.value = plot.value.filter((_, at) => at % 2 === 0)
    plot.stride *= 2
  }

  series(): PlotSeries[] {
    return [...this.#plots.values()].map(({ name, pane, color, time, value }) => ({ name, pane, color, time, value }))
  }

  #create(name: string, options: unknown): Plot {
    if (typeof name !== 'string' || name === '' || name.length > LONGEST_NAME) {
      throw new ScriptApiError(`plot: the name must be a text of 1 to ${LONGEST_NAME} characters`)
    }
    // Reading may call getters of the script, which may plot: it comes before anything is looked up.
    const { pane, color } = (options ?? {}) as { pane?: unknown; color?: unknown }
    const clean = cleanText(name, LONGEST_NAME)
    const known = this.#plots.get(clean)
    if (known) return known
    if (this.#plots.size >= MOST_SERIES) throw new ScriptApiError(`A script can plot at most ${MOST_SERIES} series`)
    const plot: Plot = {
      name: clean,
      pane: pane === 'study' ? 'study' : 'overlay',
      color: typeof color === 'string' && color.length <= LONGEST_COLOR ? cleanText(color, LONGEST_COLOR) : null,
      time: [],
      value: [],
      stride: 1,
      seen: 0,
    }
    this.#plots.set(clean, plot)
    return plot
  }
}
