import { z } from 'zod'
import { byId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

export const REPORT_FORMATS = ['json', 'html', 'equity-csv', 'positions-parquet', 'bundle'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

export const getBacktestReport = endpoint({
  method: 'GET',
  path: '/api/backtest/:id/report',
  auth: 'user',
  summary:
    'An own result as a file: JSON, HTML page, equity as CSV, positions as Parquet, or everything to verify it elsewhere',
  params: byId,
  query: z.strictObject({ format: z.enum(REPORT_FORMATS) }),
  body: nothing,
  /** Bytes for Parquet, else text. */
  response: z.unknown(),
})
