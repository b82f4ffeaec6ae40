import type { Recovery } from './recovery.ts'

export interface LiveKill extends Recovery {
  readonly fault: string
  /** Until nothing was lost or doubled, and positions, orders, executions, journals and counts agreed. */
  readonly agreed: number
}

/** Median and longest of the kills of each fault, in milliseconds. */
export function recoveryTable(kills: readonly LiveKill[]): object[] {
  return [...Map.groupBy(kills, ({ fault }) => fault)].map(([fault, all]) => {
    const figure = (name: keyof Recovery | 'agreed'): string => {
      const sorted = all.map((one) => Math.round(one[name])).toSorted((a, b) => a - b)
      return `${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)}`
    }
    return {
      fault,
      times: all.length,
      'process again': figure('again'),
      'then page': figure('page'),
      'then socket': figure('socket'),
      'new price': figure('price'),
      'order filled': figure('order'),
      'all sessions': figure('sessions'),
      'all agrees': figure('agreed'),
    }
  })
}
