import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, SocketClient, startPostgres } from '@tradeloom/testkit'
import { type ServedCheckout, serveCheckout } from './http/served-checkout.ts'
import { median, type Row, type Table } from './measure.ts'
import { simulatedStore } from './simulated-store.ts'
import { SMA_CROSS } from './strategies.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const ROUNDS = Number(process.env['TRADELOOM_BENCH_ROUNDS'] ?? 9)
/** Long enough for a runner to warm up the isolate of its next run on a busy machine, shorter than it waits for one. */
const PAUSE_MS = 6000

type Stages = Readonly<Record<string, number>>

interface YearRun {
  readonly ms: number
  /** Until the request was answered. */
  readonly answeredMs: number
  readonly stages: () => Stages
}

interface Year {
  readonly instrumentId: string
  readonly from: number
  readonly to: number
}

/**
 * A backtest of a year of minutes with 14,000 positions in a running server, from the request to the stored result, by
 * stage. With TRADELOOM_BENCH_AGAINST, the path of another checkout, both servers take turns.
 */
export async function yearInServer(folder: string): Promise<Table[]> {
  const against = process.env['TRADELOOM_BENCH_AGAINST']
  const places = [...(against === undefined ? [] : [{ name: 'before', root: against }]), { name: 'now', root: ROOT }]
  const market = join(folder, 'market')
  const { instrument, from, to } = await simulatedStore(market)
  const year = { instrumentId: instrument.id, from, to }
  const postgres = await startPostgres()
  const runs: BenchedServer[] = []
  try {
    for (const { name, root } of places) {
      const dataDir = join(folder, name)
      mkdirSync(dataDir)
      cpSync(market, join(dataDir, 'market'), { recursive: true })
      const databaseUrl = await createDatabase(postgres.address, `bench_${name}`)
      runs.push(await BenchedServer.start({ name, root, dataDir, databaseUrl }, year))
    }
    return await inTurns(runs)
  } finally {
    for (const { server } of runs) await server.stop()
    await postgres.stop()
  }
}

async function inTurns(servers: readonly BenchedServer[]): Promise<Table[]> {
  const waiting = servers.map((): YearRun[] => [])
  const following = servers.map((): YearRun[] => [])
  // The first run of each server loads columns and code.
  for (const one of servers) await one.run()
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, one] of servers.entries()) {
      await sleep(PAUSE_MS)
      waiting[at]?.push(await one.run())
      following[at]?.push(await one.run())
    }
  }
  return servers.flatMap(({ server: { name } }, at) => [
    table(`${name}: in a waiting runner`, waiting[at] ?? [], waiting[0] ?? []),
    table(`${name}: immediately after another run`, following[at] ?? [], following[0] ?? []),
  ])
}

/** Medians; ratios relate to the whole run of the first server. */
function table(title: string, runs: readonly YearRun[], first: readonly YearRun[]): Table {
  const base = median(first.map(({ ms }) => ms))
  const row = (what: string, ms: number): Row => ({ what, ms, ratio: ms / base, note: 'wall time' })
  const names = [...new Set(runs.flatMap(({ stages }) => Object.keys(stages())))]
  const rows = [row('request answered', median(runs.map(({ answeredMs }) => answeredMs)))]
  const stages = names.map((name) => row(name, median(runs.map(({ stages }) => stages()[name] ?? 0))))
  const fastest = Math.min(...runs.map(({ ms }) => ms))
  const whole = row('request to stored result', median(runs.map(({ ms }) => ms)))
  return {
    title: `A year of minutes, ${title}`,
    rows: [...rows, ...stages, whole, row('the fastest of them', fastest)],
  }
}

/** A server in which a user runs the same backtest again and again. */
class BenchedServer {
  readonly server: ServedCheckout
  readonly #socket: SocketClient
  readonly #settings: object
  /** By backtest. Servers of older checkouts do not log them. */
  readonly #stages: ReadonlyMap<string, Stages>

  static async start(place: Parameters<typeof serveCheckout>[0], year: Year): Promise<BenchedServer> {
    const stages = new Map<string, Stages>()
    const onLine = (line: string): void => {
      if (!line.includes('stages of a run')) return
      const entry = JSON.parse(line) as { backtest: string; stages: Stages }
      stages.set(entry.backtest, entry.stages)
    }
    const env = { TRADELOOM_SERVICES: 'http,realtime,runner', LOG_LEVEL: 'debug' }
    const server = await serveCheckout({ ...place, env, onLine })
    const algorithm = await server.user.post('/api/algorithms', { name: 'year' })
    const id = String(algorithm.json.id)
    const version = await server.user.post(`/api/algorithms/${id}/versions`, { script: SMA_CROSS, message: 'first' })
    // The contract of an older checkout may have been another one.
    const read = (message: unknown) => message as SocketClient['messages'][number]
    const socket = await new SocketClient(server.user, {}, read).opened()
    socket.send({ type: 'subscribe', topic: 'backtests' })
    return new BenchedServer(server, socket, settingsOf(id, String(version.json.id), year), stages)
  }

  private constructor(
    server: ServedCheckout,
    socket: SocketClient,
    settings: object,
    stages: ReadonlyMap<string, Stages>,
  ) {
    this.server = server
    this.#socket = socket
    this.#settings = settings
    this.#stages = stages
  }

  /** Learns the end from the socket, like a browser, because requests for the state would slow the server down. */
  async run(): Promise<YearRun> {
    const begin = performance.now()
    const { json } = await this.server.user.post('/api/backtest', this.#settings)
    const answeredMs = performance.now() - begin
    const id = String(json.id)
    await this.#socket.next((message) => {
      if (message.type !== 'event' || message.topic !== 'backtests') return false
      const { event, data } = message.payload as { readonly event: string; readonly data: { readonly id: string } }
      if (data.id !== id || UNFINISHED.includes(event)) return false
      if (event !== 'completed') throw new Error(JSON.stringify(data))
      return true
    })
    return { ms: performance.now() - begin, answeredMs, stages: () => this.#stages.get(id) ?? {} }
  }
}

const UNFINISHED = ['update', 'started', 'progress', 'progress-detail']

function settingsOf(algorithmId: string, algorithmVersionId: string, { instrumentId, from, to }: Year): object {
  return {
    algorithmId,
    algorithmVersionId,
    externals: {},
    instrumentId,
    interval: 'M1',
    resolution: 1,
    start: new Date(from).toISOString(),
    end: new Date(to).toISOString(),
    initialBalance: 100_000,
    accountCurrency: 'USD',
  }
}
