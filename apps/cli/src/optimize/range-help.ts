import { axisOf } from '@tradeloom/optimizer'
import { parseRange } from './parse-range.ts'

const EXAMPLES: readonly (readonly [range: string, meaning: string])[] = [
  ['period=10:50:5', '5 evenly spaced values, both ends included'],
  ['period=7:31:step=10', 'every multiple of 10 from 7 to 31'],
  ['factor=0.85:1.2:decimals=1', 'every number with 1 decimal place from 0.85 to 1.2'],
]

/** How ranges are written, with the values that each example tries. */
export function rangeHelp(): string {
  const examples = EXAMPLES.map(
    ([range, meaning]) => `  ${range.padEnd(28)}${meaning}:\n${' '.repeat(30)}${valuesOf(range)}`,
  )
  return `
Ranges:
${examples.join('\n')}
  A step counts from 0, not from the first number, and decimals=N is a step of 10^-N. An end that is no such multiple is
  not tried itself; one that is belongs to the range. A count of 1 keeps an external at the first number. An external
  without a range keeps the value of --set, or its default.
`
}

function valuesOf(range: string): string {
  const { size, valueAt } = axisOf(parseRange(range))
  return Array.from({ length: size }, (_, k) => valueAt(k)).join(', ')
}
