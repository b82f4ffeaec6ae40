import type { ReportFormat } from '@tradeloom/contracts'
import type { FastifyReply } from 'fastify'
import type { Handlers } from '../../platform/http/route.ts'
import type { ReportsService } from './reports.service.ts'

const FILES: Readonly<Record<ReportFormat, { readonly type: string; readonly suffix: string }>> = {
  json: { type: 'application/json', suffix: 'report.json' },
  html: { type: 'text/html', suffix: 'report.html' },
  'equity-csv': { type: 'text/csv', suffix: 'equity.csv' },
  'daily-equity-csv': { type: 'text/csv', suffix: 'daily-equity.csv' },
  'positions-parquet': { type: 'application/vnd.apache.parquet', suffix: 'positions.parquet' },
  bundle: { type: 'application/json', suffix: 'backtest.json' },
}

function describeFile(reply: FastifyReply, id: string, format: ReportFormat): void {
  const { type, suffix } = FILES[format]
  reply.header('content-type', format === 'positions-parquet' ? type : `${type}; charset=utf-8`)
  reply.header('content-disposition', `attachment; filename="${id}-${suffix}"`)
}

export function reportHandlers(reports: ReportsService): Pick<Handlers, 'getBacktestReport'> {
  return {
    getBacktestReport: async ({ params, query, viewerId, reply }) => {
      const file = await reports.file(params.id, query.format, viewerId)
      describeFile(reply, params.id, query.format)
      return file
    },
  }
}
