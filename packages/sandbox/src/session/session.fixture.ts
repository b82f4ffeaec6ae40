import { existsSync, readFileSync } from 'node:fs'
import type { BarColumns, TickColumns, TradeRequest, VenueEvent } from '@tradeloom/domain'
import { createSession, type Input, type ScriptFactory, type Session, type SessionSpec } from '@tradeloom/engine'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import { seededRandom } from '../isolate/simulated-globals.ts'
import { tree } from '../launch/process-tree.ts'
import { EURUSD, runSpec } from '../market-data.fixture.ts'
import type { SandboxSession } from './sandbox-session.ts'
import type { SessionHost, SessionRequest } from './session-host.ts'
import type { SessionAnswer } from './session-protocol.ts'

const MINUTE = 60_000
/** A Monday, 00:00 UTC. */
const MONDAY = Date.UTC(2024, 0, 8)
const WARMUP_MINUTES = 40

/** From minute 40 on, after the warm-up. */
export const SESSION_SPEC: SessionSpec = {
  ...runSpec(0),
  start: MONDAY + WARMUP_MINUTES * MINUTE,
  end: null,
  resolution: 0,
  initialBalance: 1e6,
}

/** Trades at every 25th tick; its records tell of everything that must be equal after a restart. */
export const COUNTING = `
  let count = 0
  const average = indicators.SMA('M1', 10)
  function onTick(tick) {
    count += 1
    if (count % 25 !== 0) return
    log(count, Math.random(), Date.now() - now(), average.ready, average.value())
    plot('average', average.value())
    if (positions.count > 2) closeAll()
    else buy({ quantity: 1000 + count, stopLossPips: 20, takeProfitPips: 30 })
  }
  function onIntervalClose(bar) { log('bar', bar.time, bar.close) }
  function onOrder(order) { log('order', order.id, order.status, order.fillPrice) }
  function onPositionClosed(position) { log('closed', position.id, position.profit) }
  function onStop() { log('counted', count) }`

/** The engine's own session. */
export function engineSession(
  source: string,
  spec: SessionSpec = SESSION_SPEC,
  send?: (request: TradeRequest) => void,
): Session {
  const { javascript, errors } = analyzeScript(source, 'algorithm')
  if (errors[0]) throw new Error(errors[0].message)
  // oxlint-disable-next-line no-eval -- the test's own text, compiled the way that hosts compile scripts
  const compile = (0, eval)(`(Math, Date) => ${wrapScript(javascript, [])}`) as (...world: object[]) => ScriptFactory
  const random = seededRandom(spec.seed)
  const factory = compile(Object.create(Math, { random: { value: random } }) as Math, { now: () => session.now() })
  const session = createSession(send ? { spec, factory, send } : { spec, factory })
  return session
}

function priceAt(time: number): number {
  return Math.round((1.1 + Math.sin(time / 300_000) / 500 + Math.sin(time / 7_000) / 5_000) * 1e5) / 1e5
}

/** Ticks that follow each other by a second. */
export function ticks(from: number, count: number): Input {
  const time = Float64Array.from({ length: count }, (_, i) => from + i * 1_000 + 1)
  const bid = time.map(priceAt)
  const ask = bid.map((price) => Math.round((price + 0.0001) * 1e5) / 1e5)
  const columns: TickColumns = { kind: 'tick', time, bid, ask }
  return { kind: 'ROWS', instrumentId: EURUSD.id, columns }
}

function minutesBefore(): Input {
  const time = Float64Array.from({ length: WARMUP_MINUTES }, (_, i) => MONDAY + i * MINUTE)
  const bid = time.map(priceAt)
  const ask = bid.map((price) => Math.round((price + 0.0001) * 1e5) / 1e5)
  const volume = time.map(() => 10)
  const bids = { bidOpen: bid, bidHigh: bid, bidLow: bid, bidClose: bid }
  const columns: BarColumns = {
    kind: 'bar',
    time,
    ...bids,
    askOpen: ask,
    askHigh: ask,
    askLow: ask,
    askClose: ask,
    volume,
  }
  return { kind: 'ROWS', instrumentId: EURUSD.id, columns }
}

/** Bars for the warm-up, then ticks in blocks of uneven length with the ends of quiet minutes between them. */
export function simulatedInputs(blocks: number): Input[] {
  const inputs: Input[] = [minutesBefore()]
  let time = SESSION_SPEC.start
  for (let block = 0; block < blocks; block++) {
    const count = 1 + ((block * 7) % 50)
    inputs.push(ticks(time, count))
    time += count * 1_000
    if (block % 5 === 0) inputs.push({ kind: 'CLOSE_UNTIL', time })
  }
  return inputs
}

/** The same inputs with the fills of a venue between them, which answer the requests of the engine's own session. */
export function answeredInputs(source: string, blocks: number): { inputs: Input[]; requests: TradeRequest[] } {
  const requests: TradeRequest[] = []
  const inputs: Input[] = []
  const session = engineSession(source, SESSION_SPEC, (request) => requests.push(request))
  let answered = 0
  for (const input of simulatedInputs(blocks)) {
    inputs.push(input)
    session.take(input)
    for (; answered < requests.length; answered++) {
      const request = requests[answered] as TradeRequest
      if (request.kind !== 'PLACE') continue
      const { orderId, quantity, side } = request
      const time = session.now()
      const price = priceAt(time) + (side === 'BUY' ? 0.0001 : 0)
      const fill = { tradeId: `T${orderId}`, price, quantity, commission: 0.5, isMaker: false }
      const event: VenueEvent = { kind: 'FILL', time, orderId, ...fill }
      const answer: Input = { kind: 'EVENT', event, isAttached: false }
      inputs.push(answer)
      session.take(answer)
    }
  }
  return { inputs, requests }
}

export function answered(answer: SessionAnswer): Extract<SessionAnswer, { status: 'answered' }> {
  if (answer.status !== 'answered') throw new Error(JSON.stringify(answer))
  return answer
}

/** The process of the runner itself, below those that launched it. */
export function runnerOf({ pid }: SandboxSession): number {
  return tree(pid as number).at(-1) as number
}

/** A process whose exit status nobody has collected is still dead. */
export function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/stat`
  return existsSync(path) && !readFileSync(path, 'utf8').includes(') Z ')
}

/** A session of a script, after its start. */
export async function startedIn(
  host: SessionHost,
  source: string,
  changes: Partial<SessionRequest> = {},
): Promise<SandboxSession> {
  const request = { source, indicators: [], spec: SESSION_SPEC, sendsOrders: false, ...changes }
  const { session, answer } = await host.start(request)
  answered(answer)
  return session
}
