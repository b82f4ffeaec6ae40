import { axisOf, type ExternalRange } from '@tradeloom/optimizer'

/** Remarks on ranges whose ends are no multiples of their step, so that others than the written ends are tried. */
export function rangeNotes(ranges: readonly ExternalRange[]): string[] {
  return ranges.flatMap((range) => {
    if (range.kind !== 'stepped') return []
    const { name, size, valueAt } = axisOf(range)
    const [first, last] = [valueAt(0), valueAt(size - 1)]
    const [low, high] = [Math.min(range.start, range.end), Math.max(range.start, range.end)]
    if (first === low && last === high) return []
    const kind = range.step === 0 ? `numbers with ${places(range.decimalPlaces)}` : `multiples of ${range.step}`
    const values = size === 1 ? `${first}` : `${first} to ${last}`
    return [`Note: --range ${name} tries ${kind} between ${low} and ${high}: ${values}\n`]
  })
}

function places(count: number): string {
  return `${count} decimal place${count === 1 ? '' : 's'}`
}
