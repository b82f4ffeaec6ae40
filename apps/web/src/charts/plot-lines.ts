import type { PlotWindow } from '@tradeloom/contracts'

interface PlotBar {
  readonly last: number | null
  /** Least and greatest value; both null where the bar has one value, or only gaps. */
  readonly min: number | null
  readonly max: number | null
}

/** A script's plot on the bars that are loaded, by the start of the bar. */
export interface PlotLine {
  readonly name: string
  readonly pane: 'overlay' | 'study'
  readonly color: string | null
  readonly bars: Map<number, PlotBar>
}

/** Adds the bars of a window to the lines, in the order in which the script first drew them. */
export function addPlotWindow(lines: PlotLine[], windows: readonly PlotWindow[]): void {
  for (const { name, pane, color, time, last, min, max } of windows) {
    let line = lines.find((one) => one.name === name)
    if (line === undefined) lines.push((line = { name, pane, color, bars: new Map() }))
    for (const [place, start] of time.entries()) {
      line.bars.set(start, { last: last[place] ?? null, min: min?.[place] ?? null, max: max?.[place] ?? null })
    }
  }
}
