import type { PlotWindow } from '@tradeloom/contracts'

interface PlotBar {
  readonly last: number | null
  /** Lowest and highest value; both null where the bar has one value, or only gaps. */
  readonly min: number | null
  readonly max: number | null
}

/** A line on the loaded bars, by the start of the bar. */
export interface PlotLine {
  /** Identifies the line on its chart. */
  readonly id: string
  readonly name: string
  readonly pane: 'overlay' | 'study'
  /** Studies with equal groups share a pane. */
  readonly group: string
  readonly color: string | null
  readonly bars: PlotBars
  /** Each value holds until the next one. */
  readonly isStepped?: boolean
  /** Its values are no prices: they have an axis on the left, with as many decimals. */
  readonly ownAxis?: { readonly decimals: number }
  /** What the legend says of the value at a bar, besides it. */
  readonly detailAt?: (start: number) => string | null
}

/** The values of bars, by their starts. */
interface PlotBars {
  get(start: number): PlotBar | undefined
}

/** A line whose bars arrive in windows. */
export interface ScriptLine extends PlotLine {
  readonly bars: Map<number, PlotBar>
}

/** A line in the legend, with its value at a bar. */
export interface LegendPlot {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly isStudy: boolean
  /** Decimals of its values on an axis of their own; null on another one. */
  readonly decimals: number | null
  readonly isHidden: boolean
  /** Null where the line has a gap. */
  readonly value: number | null
  readonly detail: string | null
}

/** Adds the bars of a window to a script's plots. New lines are appended in the order in which the script drew them. */
export function addPlotWindow(lines: ScriptLine[], windows: readonly PlotWindow[]): void {
  for (const { name, pane, color, steps, time, last, min, max } of windows) {
    let line = lines.find((one) => one.name === name)
    if (line === undefined) {
      lines.push((line = { id: `plot ${name}`, name, pane, group: 'script', color, isStepped: steps, bars: new Map() }))
    }
    for (const [i, start] of time.entries()) {
      line.bars.set(start, { last: last[i] ?? null, min: min?.[i] ?? null, max: max?.[i] ?? null })
    }
  }
}
