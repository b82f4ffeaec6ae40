import { type Backtest, runStatus } from '@tradeloom/contracts'
import { z } from 'zod'

/** What a list of backtests is filtered by, as it stands in the address of its page. Unknown values are ignored. */
export const listFilters = z.object({
  algorithm: z.uuid().optional().catch(undefined),
  symbol: z.string().max(32).optional().catch(undefined),
  /** One or more, separated by commas. */
  status: z
    .string()
    .refine((names) => names.split(',').every((name) => runStatus.safeParse(name).success))
    .optional()
    .catch(undefined),
  starred: z.literal(true).optional().catch(undefined),
  q: z.string().max(64).optional().catch(undefined),
})
export type ListFilters = z.output<typeof listFilters>

export const NO_FILTERS: ListFilters = {}

export const isFiltered = (filters: ListFilters): boolean => Object.values(filters).some((value) => value !== undefined)

/** The filters as the query of a call. */
export function toQuery({ starred, ...filters }: ListFilters) {
  return { ...filters, ...(starred ? { starred: 'true' as const } : {}) }
}

/** Whether a list with these filters contains a row, as the server would decide. */
export function matchesFilters(row: Backtest, { algorithm, symbol, status, starred, q }: ListFilters): boolean {
  const part = q?.trim().toLowerCase() ?? ''
  return (
    (algorithm === undefined || row.algorithmId === algorithm) &&
    (symbol === undefined || row.symbol.toUpperCase() === symbol.toUpperCase()) &&
    (status === undefined || status.split(',').includes(row.status)) &&
    (!starred || row.starred) &&
    (part === '' || [row.algorithmName, row.note ?? ''].some((text) => text.toLowerCase().includes(part)))
  )
}
