export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export interface Row {
  readonly what: string
  readonly ms: number
  /** Relative to the first row of its group. */
  readonly ratio: number
  readonly note: string
}

export interface Table {
  readonly title: string
  readonly rows: readonly Row[]
}

export function printTable({ title, rows }: Table): void {
  console.log(`\n${title}`)
  for (const { what, ms, ratio, note } of rows)
    console.log(`  ${what.padEnd(52)} ${ms.toFixed(1).padStart(9)} ms ${ratio.toFixed(2).padStart(8)} x  ${note}`)
}
