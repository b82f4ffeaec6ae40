import type { ReportFormat } from '@tradeloom/contracts'
import type { Handlers } from '../../platform/http/route.ts'
import type { ReportsService } from './reports.service.ts'

const FILES: Readonly<Record<ReportFormat, { readonly type: string; readonly suffix: string }>> = {
  json: { type: 'application/json', suffix: 'report.json' },
  html: { type: 'text/html', suffix: 'report.html' },
  'equity-csv': { type: 'text/csv', suffix: 'equity.csv' },
  'positions-parquet': { type: 'application/vnd.apache.parquet', suffix: 'positions.parquet' },
  bundle: { type: 'application/json', suffix: 'backtest.json' },
}

export function reportHandlers(reports: ReportsService): Pick<Handlers, 'getBacktestReport'> {
  return {
    getBacktestReport: async ({ params, query, userId, reply }) => {
      const file = await reports.file(params.id, query.format, userId)
      const { type, suffix } = FILES[query.format]
      reply.header('content-type', typeof file === 'string' ? `${type}; charset=utf-8` : type)
      reply.header('content-disposition', `attachment; filename="${params.id}-${suffix}"`)
      return file
    },
  }
}
