import type { IndicatorValues } from '@tradeloom/contracts'
import type { PlotLine } from '../../charts/price-chart/plot-lines.ts'

type Values = Extract<IndicatorValues, { state: 'initialized' }>

/** The outputs of an indicator as lines of a chart; its studies share a pane. */
export function indicatorLines(id: string, { times, outputs }: Values, title = ''): PlotLine[] {
  return outputs.map(({ name, pane, color, values }) => ({
    id: `${id} ${name}`,
    name: title === '' ? name : outputs.length === 1 ? title : `${title} ${name}`,
    pane,
    group: id,
    color,
    bars: new Map(times.map((time, at) => [time, { last: values[at] ?? null, min: null, max: null }])),
  }))
}
