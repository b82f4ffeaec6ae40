import { fixedOffset } from '@tradeloom/domain/zones'
import type { Columns } from './column-names.ts'
import { ImportError } from './import-error.ts'
import type { ReadContext } from './import-format.ts'
import type { TextFile } from './open-files.ts'

/** Names of clocks that differ from place to place, or that are used with and without daylight saving time. */
const UNKNOWN =
  /local|broker|server|exchange|\b(?:et|est|edt|ct|cst|cdt|mst|pst|pdt|eet|eest|cet|cest|wet|bst|jst|ist|aest|msk|mez|mesz|ortszeit)\b/i
const KNOWN = /(?:utc|gmt)\s*([+-]\d{1,2}(?::?\d{2})?)?/i

/** The context for reading times under a header that says which clock they are of, or that it is some local one. */
export function contextOfHeader(
  header: readonly string[],
  columns: Columns,
  file: TextFile,
  line: number,
  context: ReadContext,
): ReadContext {
  const names = [columns.time, columns.date].flatMap((column) => (column === undefined ? [] : [header[column] ?? '']))
  const known = names.map((name) => KNOWN.exec(name)).find((match) => match !== null)
  if (known) {
    const zone = `UTC${known[1] ?? ''}`
    if (!context.isZoneStated || fixedOffset(zone) === fixedOffset(context.timezone)) {
      return { ...context, timezone: zone }
    }
    const said = `the header says that its times are in ${zone}, but ${context.timezone} was given`
    throw new ImportError(said, file.name, line)
  }
  const unknown = names.find((name) => UNKNOWN.test(name))
  return unknown === undefined || context.isZoneStated ? context : { ...context, unknownClock: unknown.trim() }
}
