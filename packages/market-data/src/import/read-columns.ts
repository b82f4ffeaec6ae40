import type { Instrument, MarketColumns } from '@tradeloom/domain'

import {
  describeSpread,
  type SpreadChoice,
  spreadDistance,
  type SpreadModel,
  toMarketColumns,
} from '../store/spread-model.ts'
import type { SeriesInterval } from '../store/series.ts'
import { ImportError } from './import-error.ts'
import { type ImportReport, makeReport } from './import-files.ts'
import { withoutOrigin } from './order-rows.ts'
import { readSeries, type ReadRequest } from './read-series.ts'

export interface FileColumns {
  readonly instrument: Instrument
  readonly interval: SeriesInterval
  readonly columns: MarketColumns
  readonly spreadModel: SpreadModel
  readonly report: ImportReport
}

/**
 * Reads files directly into columns without storing them. Of several series, the one with the most rows is used. Throws
 * ImportError for unusable files and for any bad row: a run on half of a file is meaningless.
 */
export async function readColumns(request: ReadRequest & SpreadChoice): Promise<FileColumns> {
  const read = await readSeries(request)
  const bad = read.problems.firstError()
  if (bad) throw new ImportError(bad.message, bad.file, bad.line)
  const series = read.series[0]
  if (!series) throw new ImportError('the files have no rows')
  const spreadModel = describeSpread(series.source, request)
  const columns = toMarketColumns(
    withoutOrigin(series.table),
    series.source,
    spreadDistance(spreadModel, read.instrument.pipSize),
  )
  return {
    instrument: read.instrument,
    interval: series.table.key.interval,
    columns,
    spreadModel,
    report: makeReport(read, []),
  }
}
