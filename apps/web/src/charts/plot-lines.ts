import type { PlotWindow } from '@tradeloom/contracts'

interface PlotBar {
  readonly last: number | null
  /** Lowest and highest value; both null where the bar has one value, or only gaps. */
  readonly min: number | null
  readonly max: number | null
}

/** A script's plot on the loaded bars, by the start of the bar. */
export interface PlotLine {
  readonly name: string
  readonly pane: 'overlay' | 'study'
  readonly color: string | null
  readonly bars: Map<number, PlotBar>
}

/** Adds the bars of a window to the lines. New lines are appended in the order in which the script first drew them. */
export function addPlotWindow(lines: PlotLine[], windows: readonly PlotWindow[]): void {
  for (const { name, pane, color, time, last, min, max } of windows) {
    let line = lines.find((one) => one.name === name)
    if (line === undefined) lines.push((line = { name, pane, color, bars: new Map() }))
    for (const [i, start] of time.entries()) {
      line.bars.set(start, { last: last[i] ?? null, min: min?.[i] ?? null, max: max?.[i] ?? null })
    }
  }
}
