import { FORMATS } from './formats.generated.ts'
import { ImportError } from './import-error.ts'
import type { ImportFormat } from './import-format.ts'

/** Those that know their columns by title; formats of which the user has to name columns come last. */
export const ALL_FORMATS: readonly ImportFormat[] = FORMATS.toSorted(
  (a, b) => Number(a.needsMapping) - Number(b.needsMapping) || (a.title < b.title ? -1 : 1),
)

/** The formats that users can choose from. */
export const IMPORT_FORMATS: readonly Omit<ImportFormat, 'read' | 'timezoneFor' | 'isPaired'>[] = ALL_FORMATS.map(
  ({ name, title, description, defaultTimezone, extensions, needsMapping }) => ({
    name,
    title,
    description,
    defaultTimezone,
    extensions,
    needsMapping,
  }),
)

export function findFormat(name: string): ImportFormat {
  const format = FORMATS.find((one) => one.name === name)
  if (format) return format
  throw new ImportError(`format "${name}" is unknown; the formats are ${ALL_FORMATS.map((one) => one.name).join(', ')}`)
}
