import { z } from 'zod'
import { READ_MUCH } from './api-terms.ts'
import { byId, nothing } from './common.ts'
import { withPublicTwin } from './public-twin.ts'

export const REPORT_FORMATS = ['json', 'html', 'equity-csv', 'daily-equity-csv', 'positions-parquet', 'bundle'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Those without positions and orders, which are shared with the run. */
const SHARED_REPORT_FORMATS = ['json', 'html'] as const satisfies readonly ReportFormat[]
export type SharedReportFormat = (typeof SHARED_REPORT_FORMATS)[number]

export const getBacktestReport = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/report',
  auth: 'user',
  summary:
    'An own result as a file: JSON, HTML page, equity or daily equity as CSV, positions as Parquet, or everything to verify it elsewhere',
  api: READ_MUCH,
  params: byId,
  query: z.strictObject({ format: z.enum(REPORT_FORMATS) }),
  body: nothing,
  /** Bytes for Parquet, else text. */
  response: z.unknown(),
  publicQuery: z.strictObject({ format: z.enum(SHARED_REPORT_FORMATS) }),
})
