import { Agent } from 'node:http'
import { median, type Row } from '../measure.ts'
import { type Load, load, send } from './load.ts'
import type { Route } from './routes.ts'
import type { ServedCheckout } from './served-checkout.ts'

const CONNECTIONS = 16
const TURN_MS = Number(process.env['TRADELOOM_BENCH_TURN_MS'] ?? 2000)
const ROUNDS = 3

interface Turn extends Load {
  readonly serverMs: number
  readonly databaseMs: number
}

/** Measures each route on each server in turns, so that slow moments of the machine affect all of them. */
export async function loadInTurns(servers: readonly ServedCheckout[], routes: readonly Route[]): Promise<Row[]> {
  const rows: Row[] = []
  const only = process.env['TRADELOOM_BENCH_ROUTE']
  for (const route of routes) {
    if (only !== undefined && !route.name.startsWith(only)) continue
    const turns = new Map<ServedCheckout, Turn[]>()
    for (const server of servers) {
      const etag = await warmUp(server, route)
      if (route.isRevalidated && etag === undefined) continue
      turns.set(server, [])
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [server, done] of turns) done.push(await turn(server, route))
    }
    const first = [...turns.values()][0] ?? []
    for (const [server, done] of turns) rows.push(rowOf(`${route.name}: ${server.name}`, done, first))
  }
  return rows
}

/** Returns the ETag of an answer. */
async function warmUp(server: ServedCheckout, route: Route): Promise<string | undefined> {
  const agent = new Agent()
  const answer = await send(agent, server.base, { path: route.path(0), headers: headersOf(server, route) })
  if (answer.status !== 200) throw new Error(`${route.name}: ${answer.status} ${answer.text()}`)
  await load({ ...targetOf(server), ms: TURN_MS / 4, ask: asks(server, { ...route, isRevalidated: false }) })
  return answer.etag
}

async function turn(server: ServedCheckout, route: Route): Promise<Turn> {
  const agent = new Agent()
  const { etag } = await send(agent, server.base, { path: route.path(0), headers: headersOf(server, route) })
  const [serverBefore, databaseBefore] = [server.serverCpu(), server.databaseCpu()]
  const done = await load({
    ...targetOf(server),
    status: route.isRevalidated ? 304 : 200,
    ask: asks(server, route, etag),
    ...(route.change ? { before: () => route.change?.(server) } : {}),
  })
  const serverMs = (server.serverCpu() - serverBefore) / done.requests
  return { ...done, serverMs, databaseMs: (server.databaseCpu() - databaseBefore) / done.requests }
}

function targetOf({ base }: ServedCheckout) {
  return { base, connections: CONNECTIONS, ms: TURN_MS, status: 200 }
}

function asks(server: ServedCheckout, route: Route, etag?: string) {
  const headers = { ...headersOf(server, route), ...(route.isRevalidated && etag ? { 'if-none-match': etag } : {}) }
  return (count: number) => ({ path: route.path(count), headers })
}

function headersOf({ user }: ServedCheckout, { isPublic, isCompressed }: Route): Record<string, string> {
  return {
    ...(isPublic ? {} : { cookie: user.cookie }),
    ...(isCompressed ? { 'accept-encoding': 'gzip, deflate, br' } : {}),
  }
}

function rowOf(what: string, turns: readonly Turn[], first: readonly Turn[]): Row {
  const ms = (of: readonly Turn[]): number => median(of.map(({ serverMs }) => serverMs))
  const persecond = median(turns.map(({ requests, seconds }) => requests / seconds))
  const p99 = median(turns.map((one) => one.p99))
  const database = median(turns.map(({ databaseMs }) => databaseMs))
  const kilobytes = (turns[0]?.bytes ?? 0) / 1000
  const note = `${persecond.toFixed(0)} a second, p99 ${p99.toFixed(0)} ms, PostgreSQL ${database.toFixed(2)} ms, ${kilobytes.toFixed(1)} kB`
  return { what, ms: ms(turns), ratio: ms(turns) / ms(first), note }
}
