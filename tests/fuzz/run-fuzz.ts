import { setTimeout as pause } from 'node:timers/promises'
import type { Route } from '@tradeloom/contracts'
import { Chance } from '@tradeloom/testkit'
import { type Actor, ACTORS, makeActors, type Secrets, signInAgain } from './actors.ts'
import { fuzzSocket } from './fuzz-socket.ts'
import { send, type WildAnswer } from './send.ts'
import { wildRequest } from './wild-request.ts'

export interface FuzzOptions {
  readonly url: string
  readonly requests: number
  readonly seed: number
  /** What no reply may contain. */
  readonly serverPaths: readonly string[]
  readonly onProgress?: (sent: number) => void
}

export interface FuzzReport {
  readonly sent: number
  /** Replies by status; `busy` are 503 with a retry time. */
  readonly statuses: Readonly<Record<string, number>>
  readonly byRoute: ReadonlyMap<Route, number>
  readonly problems: readonly string[]
  readonly maxRssMb: number
}

const AT_ONCE = 8
/** The administrator's calls are about other users. */
const NO_SECRETS: Secrets = { texts: [], ids: [] }
const SOCKET_EVERY = 500
const MAX_PROBLEMS = 200

/** Sends invalid requests as five users and returns the replies that the server should not have given. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { actors, secrets } = await makeActors(options.url)
  const url = new URL(options.url)
  const problems: string[] = []
  const statuses: Record<string, number> = {}
  const byRoute = new Map<Route, number>()
  let sent = 0
  let maxRssMb = 0
  const note = (problem: string): void => void (problems.length < MAX_PROBLEMS && problems.push(problem))

  /** Derived from each request's number, so that it does not depend on the order of replies. */
  const chanceOf = (number: number): Chance => new Chance(Math.imul(options.seed, 2_654_435_761) + number)

  async function one(number: number): Promise<void> {
    const chance = chanceOf(number)
    const actor = actors[chance.below(ACTORS.length)] as Actor
    const wild = wildRequest(chance, actor.stock, number)
    const answer = await send(url, wild, actor.cookie)
    if (!answer) return
    const { name, auth } = wild.route
    byRoute.set(wild.route, (byRoute.get(wild.route) ?? 0) + 1)
    const key = answer.status === 503 && answer.retryAfter ? 'busy' : String(answer.status)
    statuses[key] = (statuses[key] ?? 0) + 1
    const what = `number ${number}, ${actor.name}: ${wild.method} ${wild.target.slice(0, 300)} ${String(wild.body ?? '').slice(0, 300)}`
    const isAdministration = actor.name === 'admin' && auth === 'admin'
    const kept = isAdministration ? NO_SECRETS : secrets
    // Who makes backups sees where they are.
    const serverPaths = isAdministration && wild.route.path.startsWith('/api/admin/backups') ? [] : options.serverPaths
    const asked = `${wild.target} ${String(wild.body ?? '')}`
    for (const problem of wrongWith(answer, actor, asked, kept, serverPaths)) {
      note(`${problem}\n  ${what}\n  ${answer.text.slice(0, 300)}`)
    }
    if (name === 'logout' && actor.name !== 'expired') await signInAgain(options.url, actor)
  }

  async function worker(): Promise<void> {
    while (sent < options.requests) {
      const number = ++sent
      if (number % SOCKET_EVERY === 0) {
        const chance = chanceOf(-number)
        maxRssMb = Math.max(maxRssMb, process.memoryUsage.rss() / 1e6)
        const actor = actors[chance.below(ACTORS.length)] as Actor
        for (const problem of await fuzzSocket(url, actor, chance, secrets)) note(problem)
        if (!(await isAlive(options.url))) note(`The server did not answer after ${number} requests`)
        options.onProgress?.(number)
      }
      await one(number)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { sent, statuses, byRoute, problems, maxRssMb }
}

function* wrongWith(
  answer: WildAnswer,
  actor: Actor,
  asked: string,
  secrets: Secrets,
  serverPaths: readonly string[],
): Generator<string> {
  const { status, text, retryAfter } = answer
  if (status >= 500 && status !== 507 && !(status === 503 && retryAfter)) yield `answered ${status}`
  for (const path of serverPaths) if (text.includes(path) && !asked.includes(path)) yield `revealed the path ${path}`
  if (actor.name === 'owner') return
  for (const secret of secrets.texts) if (text.includes(secret)) yield `revealed another user's ${secret}`
  for (const id of secrets.ids) {
    if (text.includes(id) && !asked.toLowerCase().includes(id)) yield `revealed another user's row ${id}`
    const isRow = status >= 200 && status < 300 && text.startsWith('{') && asked.split('?')[0]?.includes(id)
    if (isRow && text.includes(id)) yield `answered ${status} to another user's row ${id}`
  }
}

async function isAlive(url: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.status === 200) return true
    await pause(500)
  }
  return false
}
