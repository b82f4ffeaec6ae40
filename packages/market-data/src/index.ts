export {
  calendarName,
  listCalendars,
  type MarketCalendar,
  readCalendar,
  removeCalendar,
} from './calendar/calendar-file.ts'
export { calendarsOf, type UsedCalendar, type ViewedCalendar } from './calendar/closures-for.ts'
export {
  CALENDAR_FORMATS,
  type CalendarImport,
  type CalendarReport,
  importCalendar,
} from './calendar/import-calendar.ts'
export { type CatalogEntry, joinCatalog } from './catalog/join-catalog.ts'
export { detectImport, type DetectedImport } from './import/detect-import.ts'
export { type CandlePages, fetchMonths, type FetchOutcome, type FetchProgress } from './fetch/fetch-months.ts'
export { type MissingPart, missingParts } from './fetch/missing-parts.ts'
export { IMPORT_LIMITS, type ImportLimits } from './import/import-budget.ts'
export { ImportError, type ImportQuestion } from './import/import-error.ts'
export {
  importFiles,
  type ImportReport,
  type ImportRequest,
  type ImportTarget,
  type SeriesReport,
} from './import/import-files.ts'
export { IMPORT_FORMATS } from './import/import-formats.ts'
export type { ColumnMapping, ImportFormat } from './import/import-format.ts'
export { type ImportJob, performImport } from './import/perform-import.ts'
export type { ImportProblem, ProblemKind } from './import/problems.ts'
export { type FileColumns, readColumns } from './import/read-columns.ts'
export type { ImportProgress, ReadRequest } from './import/read-series.ts'
export type { DayGrade, Defect, DefectKind, GradeSummary } from './quality/grade.ts'
export { listDefects, type MonthQuality, type PeriodQuality } from './quality/series-quality.ts'
export type { DefectProfit } from './quality/profit-near-defects.ts'
export {
  defectProfit,
  gradedBars,
  type MarketQuality,
  qualityForRun,
  qualityOfColumns,
  qualityOfMarkets,
  type RunQuality,
} from './quality/run-quality.ts'
export type { QualityRequest, SeriesQuality } from './store/read-quality.ts'
export type { QualityGap, QualityKind, QualityReport, QualitySample } from './quality/quality-report.ts'
export { availableData, storedSpans } from './run/available-data.ts'
export { findConversions } from './run/find-conversions.ts'
export { marketIds } from './run/find-markets.ts'
export { MAX_INTRABAR_TICKS } from './run/intrabar-ticks.ts'
export { marketForRun, type RunMarket, type RunMarketRequest, type RunSeries } from './run/market-for-run.ts'
export { compareData, type DataEntry, type RunDifference } from './run/compare-data.ts'
export { compareRuns, type RunComparison, type RunRecord } from './run/compare-runs.ts'
export { exportedRun, exportProblem } from './run/exported-run.ts'
export { type RunInput, runInput, type RunSettings, sourcesOf } from './run/run-input.ts'
export { runManifest } from './run/run-manifest.ts'
export { storedData } from './run/stored-data.ts'
export { type FetchedKnown, fetchKnown } from './known/fetch-known.ts'
export type { KnownGeneration } from './known/known-generation.ts'
export { type PointInTimeStore, openPointInTimeStore } from './known/point-in-time-store.ts'
export { folderBytes } from './store/folder-bytes.ts'
export { damagedIn, damagedMonth } from './store/damaged-month.ts'
export { type ColumnsFile, writeColumns } from './store/columns-file.ts'
export { csvToParquet, type CsvTypes } from './store/csv-to-parquet.ts'
export { defaultDataFolder } from './store/default-data-folder.ts'
export type { InstrumentSummary, SeriesSummary } from './store/instrument-folder.ts'
export { type ExportedRows, exportRows } from './store/export-rows.ts'
export { inMb, storageProblem } from './import/storage-quota.ts'
export { readReceipt, removeReceipt } from './store/import-receipt.ts'
export { resolveInstrument } from './store/instrument-id.ts'
export type { ColumnsRequest, ColumnsSnapshot, MarketReader, MarketReaders } from './store/market-reader.ts'
export { type MarketStore, openMarketStore } from './store/market-store.ts'
export type { MarketWriter } from './store/market-writer.ts'
export { BarWindow } from './store/charts/bar-window.ts'
export type { BarRow } from './store/charts/month-bars.ts'
export type { BarsRequest } from './store/read-bars.ts'
export { type LearnedSpread, learnSpreadByHour } from './store/learn-spread.ts'
export { recoverMarket } from './store/recover-market.ts'
export { monthFaults } from './store/month-faults.ts'
export type { MonthRecord } from './store/month-file.ts'
export { SharedMonthsDiffer } from './store/share-series.ts'
export type { MonthOutcome } from './store/put-batch.ts'
export type { PriceKind, PriceSource, SeriesInterval, SeriesKey } from './store/series.ts'
export { HOURS_OF_WEEK, type SpreadChoice, type SpreadModel } from './store/spread-model.ts'
export { ensureSimulatedMarket, type SimulatedMarketOptions } from './simulated/ensure-simulated-market.ts'
