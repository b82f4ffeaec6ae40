import { csvFormat } from './formats/csv-format.ts'
import { fxcmFormat } from './formats/fxcm-format.ts'
import { ImportError } from './import-error.ts'
import type { ImportFormat } from './import-format.ts'

export const FORMATS: readonly ImportFormat[] = [fxcmFormat, csvFormat]

/** What can be imported, for people to choose from. */
export const IMPORT_FORMATS: readonly Omit<ImportFormat, 'read' | 'timezoneFor'>[] = FORMATS.map(
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
  throw new ImportError(`format "${name}" is not known; the formats are ${FORMATS.map((one) => one.name).join(', ')}`)
}
