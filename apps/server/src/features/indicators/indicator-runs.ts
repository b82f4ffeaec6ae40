import { type Bus, RequestError, type Subscription } from '@tradeloom/bus'
import { INDICATOR_WAIT_MS, type IndicatorArgument, type IndicatorValues, intervalKey } from '@tradeloom/contracts'
import { type Instrument, INTERVALS, type OhlcColumns } from '@tradeloom/domain'
import type { IndicatorOutcome, IndicatorRequest, RunnerPool } from '@tradeloom/sandbox'
import type { FastifyBaseLogger } from 'fastify'
import { invalid, unavailable } from '../../platform/errors/app-error.ts'

/** A custom indicator, and the bars that it gets. */
export interface IndicatorRun {
  readonly key: string
  readonly script: string
  readonly interval: string
  /** In the order of the indicator's parameters; null takes the default. */
  readonly parameters: readonly IndicatorArgument[]
  readonly instrument: Instrument
  readonly bars: OhlcColumns
  /** The second series, bar for bar; null without one. */
  readonly other: Float64Array | null
  readonly userId: string
}

/** Values for all bars, and how much history the indicator wants before the first one of interest. */
export interface CustomValues {
  readonly values: IndicatorValues
  readonly warmup: number
}

export const DEFAULT_COLOR = '#2962ff'

/** The client gives up a little later. */
const WAIT_MS = INDICATOR_WAIT_MS - 3_000
const SUBJECT = 'runner.indicator'

/** What travels to a server with runners: columns do not fit JSON. */
interface Sent extends Omit<IndicatorRequest, 'bars' | 'other' | 'signal'> {
  readonly bars: Readonly<Record<keyof OhlcColumns, readonly number[]>>
  readonly other: readonly number[] | null
}

/** Runs custom indicators in the sandbox of this server, or of another one that has runners. */
export class IndicatorRuns {
  readonly #bus: Bus
  readonly #logger: FastifyBaseLogger
  #pool: Pick<RunnerPool, 'compute'> | null = null
  #served: Subscription | null = null

  constructor(bus: Bus, logger: FastifyBaseLogger) {
    this.#bus = bus
    this.#logger = logger
  }

  /** From now on they run here, also those of servers without runners. */
  usePool(pool: Pick<RunnerPool, 'compute'>): void {
    this.#pool = pool
    this.#served = this.#bus.serve(SUBJECT, ({ payload }) => {
      const { bars, other, ...request } = payload as Sent
      const columns = Object.entries(bars).map(([name, values]) => [name, Float64Array.from(values)])
      return this.#compute({
        ...request,
        bars: Object.fromEntries(columns) as unknown as OhlcColumns,
        ...(other && { other: Float64Array.from(other) }),
      })
    })
  }

  stop(): void {
    this.#served?.unsubscribe()
  }

  async values({ interval, parameters, userId, ...run }: IndicatorRun): Promise<CustomValues> {
    const { key, script, instrument, bars, other } = run
    const barMs = INTERVALS[intervalKey.exclude(['Tick']).parse(interval)].ms
    const request = { key, script, args: parameters, tenant: userId, instrument, barMs, bars, ...(other && { other }) }
    const outcome = this.#pool === null ? await this.#request(request) : await this.#compute(request)
    return this.#view(outcome, bars)
  }

  #compute(request: IndicatorRequest): Promise<IndicatorOutcome> {
    if (this.#pool === null) throw new Error('This server has no runners')
    return this.#pool.compute({ ...request, signal: AbortSignal.timeout(WAIT_MS) })
  }

  async #request({ bars, other, ...request }: IndicatorRequest): Promise<IndicatorOutcome> {
    const columns = Object.entries(bars).map(([name, values]) => [name, [...(values as Float64Array)]])
    try {
      const sent = {
        ...request,
        bars: Object.fromEntries(columns) as unknown as Sent['bars'],
        other: other === undefined ? null : [...other],
      } satisfies Sent
      return (await this.#bus.request(SUBJECT, sent, WAIT_MS)) as IndicatorOutcome
    } catch (error) {
      if (error instanceof RangeError) throw tooMuch()
      if (!(error instanceof RequestError)) throw error
      if (error.kind === 'timeout') return { status: 'canceled' }
      if (error.kind === 'failed' && /exceeds the limit/.test(error.message)) throw tooMuch()
      throw unavailable('no-indicator-runs', 'No server can run custom indicators at the moment')
    }
  }

  #view(outcome: IndicatorOutcome, bars: OhlcColumns): CustomValues {
    switch (outcome.status) {
      case 'computed': {
        const outputs = outcome.outputs.map(({ name, pane, color, values }) => ({
          name,
          pane,
          color: color ?? DEFAULT_COLOR,
          values: [...values],
        }))
        const values: IndicatorValues = {
          state: 'initialized',
          times: [...bars.time],
          outputs,
          log: [...outcome.log],
        }
        return { values, warmup: outcome.warmup }
      }
      case 'errored': {
        const { message, line = null, column = null } = outcome.error
        return { values: { state: 'errored', message, line, column, log: [...outcome.log] }, warmup: 0 }
      }
      case 'canceled':
        throw unavailable('indicator-timed-out', 'Technical indicator test timed out')
      case 'failed':
        this.#logger.warn({ reason: outcome.error.message }, 'indicator not computed')
        throw unavailable('runner-lost', 'The runner of the indicator was lost. Please try again')
    }
  }
}

/** Messages between servers are limited to 1 MB. */
function tooMuch(): Error {
  return invalid('This period has too many bars for this installation: choose a shorter one', 'start')
}
