import { binanceFormat } from './formats/binance-format.ts'
import { csvFormat } from './formats/csv-format.ts'
import { dukascopyFormat } from './formats/dukascopy-format.ts'
import { fxcmFormat } from './formats/fxcm-format.ts'
import { histdataFormat } from './formats/histdata-format.ts'
import { leanFormat } from './formats/lean-format.ts'
import { mt5Format } from './formats/mt5-format.ts'
import { ImportError } from './import-error.ts'
import type { ImportFormat } from './import-format.ts'

const FORMATS: readonly ImportFormat[] = [
  mt5Format,
  fxcmFormat,
  leanFormat,
  histdataFormat,
  binanceFormat,
  dukascopyFormat,
  csvFormat,
]

/** The formats that users can choose from. */
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
