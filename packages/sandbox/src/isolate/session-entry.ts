import type { TradeRequest } from '@tradeloom/domain'
import {
  createSession,
  type Input,
  type ScriptFactory,
  type Session,
  type SessionRecords,
  type SessionSpec,
} from '@tradeloom/engine'
import type { CustomIndicator } from '@tradeloom/indicators'
import { MAX_SESSION_REQUESTS, type PackedInput } from '../session/session-protocol.ts'
import { clockedScript } from './clocked-script.ts'
import { customIndicators } from './custom-indicators.ts'
import { describeError, type ScriptError } from './describe-error.ts'
import { bytesOfRows, columnsOf } from './series-head.ts'
import type { Clock } from './simulated-globals.ts'

/** The input of a session, as the runner passes it. */
export interface SessionSettings {
  readonly sendsOrders: boolean
  /** Characters of one answer. */
  readonly maxLength: number
}

/** The value of an answer that stays inside because it is larger than it may be. */
export const TOO_LARGE = 'too large'

interface Parts {
  readonly answer: <Value>(work: () => Value) => string
  /** What was loaded. */
  readonly inputs: () => { readonly spec: SessionSpec }
  readonly useClock: (clock: Clock) => void
}

/**
 * The functions through which the runner drives a session. Requests and records are collected inside and leave with the
 * answer: the script never calls the host.
 */
export function sessionCalls({ answer, inputs, useClock }: Parts) {
  let session: Session | null = null
  let maxLength = 0
  let requests: TradeRequest[] = []
  let isFlooded = false
  const send = (request: TradeRequest): void => {
    if (requests.length === MAX_SESSION_REQUESTS) {
      // The script may catch it.
      isFlooded = true
      throw flooded()
    }
    requests.push(request)
  }
  const bounded = (text: string): string => (text.length <= maxLength ? text : JSON.stringify({ value: TOO_LARGE }))
  /** Everything since the last call. What happened before an error leaves with it. */
  const call = (taking: readonly Input[], isLast: boolean): unknown => {
    const live = session as Session
    let taken = 0
    let error: ScriptError | null = null
    let records: SessionRecords
    try {
      for (const input of taking) {
        live.take(input)
        if (isFlooded) throw flooded()
        taken += 1
      }
      records = isLast ? live.finish() : live.drain()
      if (isFlooded) throw flooded()
    } catch (thrown) {
      error = describeError(thrown)
      records = live.drain()
    }
    const sent = isFlooded ? [] : requests
    requests = []
    const { warmup } = live
    return { taken, requests: sent, records: plainRecords(records), live: live.live(), warmup, error }
  }
  return {
    startSession: (
      settingsText: string,
      factory: ScriptFactory,
      headsText: string,
      ...indicators: CustomIndicator['factory'][]
    ) => {
      const settings = JSON.parse(settingsText) as SessionSettings
      maxLength = settings.maxLength
      const text = answer(() => {
        const script = clockedScript(factory, useClock)
        const custom = customIndicators(headsText, indicators)
        const parts = { spec: inputs().spec, factory: script, indicators: custom }
        session = createSession(settings.sendsOrders ? { ...parts, send } : parts)
        return call([], false)
      })
      return bounded(text)
    },
    take: (text: string, columns: ArrayBuffer) => bounded(answer(() => call(unpackInputs(text, columns), false))),
    finishSession: () => bounded(answer(() => call([], true))),
  }
}

function flooded(): Error {
  return new Error(`Script sent more than ${MAX_SESSION_REQUESTS} requests at a time`)
}

function unpackInputs(text: string, buffer: ArrayBuffer): Input[] {
  let from = 0
  return (JSON.parse(text) as PackedInput[]).map((packed): Input => {
    if (packed.kind !== 'ROWS' && packed.kind !== 'KNOWN') return packed
    const named =
      packed.kind === 'ROWS'
        ? { instrumentId: packed.instrumentId, kind: packed.of }
        : { instrumentId: packed.sourceId, kind: 'known' as const }
    const head = { ...named, rows: packed.rows }
    const columns = columnsOf(head, buffer, from)
    from += bytesOfRows(head)
    return { ...packed, columns } as Input
  })
}

/** As JSON can carry it; numbers that are not finite become null. */
function plainRecords({ plots, curve, ...records }: SessionRecords): unknown {
  const columns = Object.entries(curve).map(([name, column]) => [name, Array.from(column)] as const)
  return {
    ...records,
    plots: plots.map((plot) => ({ ...plot, time: Array.from(plot.time), value: Array.from(plot.value) })),
    curve: Object.fromEntries(columns),
  }
}
