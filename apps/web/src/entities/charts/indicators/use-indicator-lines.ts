import { MAX_INDICATOR_BARS, socketRequests } from '@tradeloom/contracts'
import { INTERVALS } from '@tradeloom/domain'
import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { ZodError } from 'zod'
import { errorText } from '../../../api/api-error.ts'
import type { PlotLine } from '../../../charts/price-chart/plot-lines.ts'
import type { LoadedSpan } from '../../../charts/price-chart/controller-ports.ts'
import { ask } from '../../../realtime/ask.ts'
import { RequestTimeout } from '../../../realtime/socket-client.ts'
import { indicatorLines } from '../indicator-lines.ts'
import { type ActiveIndicator, indicatorTitle } from './active-indicators.ts'

const FAILED = 'Error fetching technical indicator'
const NO_DATA = 'No data returned by technical indicator'

/** The lines of one indicator over some bars. */
async function fetchLines(instrumentId: string, one: ActiveIndicator, loaded: LoadedSpan): Promise<PlotLine[]> {
  const { id, key, parameters } = one
  const { interval, end } = loaded
  const start = Math.max(loaded.start, end - MAX_INDICATOR_BARS * INTERVALS[interval].ms)
  const span = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
  const payload = { instrumentId, interval, ...span, key, parameters }
  const values = await ask(socketRequests.fetchIndicator, payload).catch((error: unknown) => {
    // The shape of the answer says nothing to a trader.
    throw error instanceof RequestTimeout || error instanceof ZodError ? new Error(FAILED) : error
  })
  if (values.state === 'errored') throw new Error(`${FAILED}: ${values.message}`)
  if (values.outputs.every((output) => output.values.every((value) => value === null))) throw new Error(NO_DATA)
  return indicatorLines(id, values, indicatorTitle(one))
}

interface IndicatorLines {
  readonly lines: readonly PlotLine[]
  /** By the id of the active indicator. */
  readonly problems: Readonly<Record<string, string>>
}

/** The lines of the active indicators over the loaded bars; those before stay until the new ones have come. */
export function useIndicatorLines(
  instrumentId: string,
  active: readonly ActiveIndicator[],
  loaded: LoadedSpan | null,
): IndicatorLines {
  const shown = loaded === null ? [] : active.filter(({ isHidden }) => !isHidden)
  const { lines, errors } = useQueries({
    queries: shown.map((one) => ({
      queryKey: ['chart-indicator', instrumentId, one.id, one.key, one.parameters, loaded],
      queryFn: () => fetchLines(instrumentId, one, loaded as LoadedSpan),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      placeholderData: (before: PlotLine[] | undefined) => before,
    })),
    combine,
  })
  const problems = errors.flatMap((error, at) => (error === null ? [] : [[shown[at]?.id ?? '', errorText(error)]]))
  return { lines, problems: Object.fromEntries(problems) }
}

/** Outside of the hook, so that equal results give the same lines. */
function combine(results: UseQueryResult<PlotLine[]>[]) {
  return { lines: results.flatMap(({ data }) => data ?? []), errors: results.map(({ error }) => error) }
}
