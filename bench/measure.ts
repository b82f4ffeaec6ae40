/** Processor time of one call in milliseconds; the machine may be busy with other things, wall time would tell of them. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const used = process.cpuUsage(before)
  return (used.user + used.system) / 1000
}

/**
 * Medians of several ways to do the same thing, taken in turns so that a slow moment of the machine meets them all.
 * The first round warms up and does not count.
 */
export function interleaved(ways: Readonly<Record<string, () => void>>, rounds = 7): Record<string, number> {
  const times = new Map<string, number[]>()
  for (let round = 0; round <= rounds; round++) {
    for (const [name, work] of Object.entries(ways)) {
      const ms = cpuMs(work)
      if (round > 0) times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export interface Row {
  readonly what: string
  readonly ms: number
  /** Against the first row of its group. */
  readonly ratio: number
  readonly note: string
}

export function printTable(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`)
  for (const { what, ms, ratio, note } of rows)
    console.log(`  ${what.padEnd(52)} ${ms.toFixed(1).padStart(9)} ms ${ratio.toFixed(2).padStart(8)} x  ${note}`)
}
