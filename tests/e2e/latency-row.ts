export interface LatencyRow {
  readonly what: string
  readonly clients: number
  readonly count: number
  readonly 'p50 (ms)': number
  readonly 'p99 (ms)': number
}

export function latencyRow(what: string, clients: number, all: readonly number[]): LatencyRow {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)
  return { what, clients, count: all.length, 'p50 (ms)': at(0.5), 'p99 (ms)': at(0.99) }
}
