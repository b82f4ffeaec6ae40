import { type EndpointName, errorBody } from '@tradeloom/contracts'

/** Texts of the specification for failures without a message of the server. */
const FALLBACKS: Partial<Record<EndpointName, string>> = {
  listSharedAlgorithms: 'Error retrieving algorithms',
  listOwnAlgorithms: 'Error retrieving algorithms',
  getAlgorithm: 'Error retrieving algorithms',
  getVersion: 'Error retrieving algorithm version',
  listVersions: 'Error retrieving algorithm version',
  saveVersion: 'Save failed',
  updateAlgorithm: 'Error saving',
  runBacktest: 'Error running backtest',
  getBacktest: 'Error retrieving backtest data',
  listBacktests: 'Error retrieving backtest data',
  listAlgorithmBacktests: 'Error retrieving backtest data',
  getBacktestTotals: 'Error retrieving backtest data',
  getAlgorithmBacktestTotals: 'Error retrieving backtest data',
  getBacktestCharts: 'Error retrieving data!',
  getBacktestAnalysis: 'Error retrieving data!',
  getBacktestRolling: 'Error retrieving data!',
  historicalPrices: 'Error retrieving data!',
  getBacktestPlots: 'Error retrieving data!',
  getBacktestPositionWindow: 'Unable to fetch positions',
  getBacktestPositions: 'Unable to fetch positions',
  getBacktestPositionPage: 'Unable to fetch positions',
  deleteBacktest: 'Error deleting backtest',
  deleteBacktests: 'Error deleting backtest',
  listIndicators: 'Error retrieving indicator',
  listSystemIndicators: 'Error retrieving indicator',
  listSharedIndicators: 'Error retrieving indicator',
  getIndicator: 'Error retrieving indicator',
  getSystemIndicator: 'Error retrieving technical indicator script',
  saveIndicator: 'Save failed!',
  updateIndicator: 'Technical indicator key update failed',
  createChartImage: 'Error creating snapshot. Please try again.',
  createChartSnapshot: 'Error storing snapshot. Please try again.',
  createOptimization: 'Error creating optimization',
  deleteOptimization: 'Error deleting optimization',
  stopOptimization: 'Error stopping optimization',
  addExchangeKey: 'Error adding API key. Please try again',
  setGuardianKey: 'Error adding API key. Please try again',
  logout: 'Error logging out',
}

const GENERAL = 'There has been an error. Please try again.'
export const NO_CONNECTION = 'Unable to connect to server'

/** A failed call. `status` is 0 when the server could not be reached; `fields` holds messages about inputs, by path. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  readonly details: unknown

  constructor(
    message: string,
    status: number,
    code: string,
    fields: Readonly<Record<string, string>> = {},
    details: unknown = null,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
    this.details = details
  }
}

/** Reads the body of a failed call; texts of others, such as a proxy's page, are not shown. */
export function toApiError(name: EndpointName, status: number, body: unknown): ApiError {
  const parsed = errorBody.safeParse(body)
  const fallback = FALLBACKS[name] ?? GENERAL
  if (!parsed.success) return new ApiError(fallback, status, 'unknown')
  const { code, message, fields, details } = parsed.data
  return new ApiError(message.trim() === '' ? fallback : message, status, code, fields ?? {}, details ?? null)
}

/** The message to show for anything that was thrown; `fallback` if a server that failed sent no text. */
export function errorText(error: unknown, fallback?: string): string {
  if (error instanceof ApiError) return error.code === 'unknown' ? (fallback ?? error.message) : error.message
  return error instanceof Error && error.message !== '' ? error.message : GENERAL
}

/** Whether the resource does not exist, or not for this user. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403)
}
