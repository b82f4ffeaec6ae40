// Starts two servers and two runner processes on one PostgreSQL and one NATS server and queues backtests. In each round
// it kills one process or PostgreSQL with SIGKILL, pauses a process for longer than its leases hold, or cuts NATS, and checks
// that every run ends exactly once, with the right result, and that two optimizations, in turn of each strategy and with
// walk-forward, have stored exactly what undisturbed ones have.
// Usage: node tests/e2e/cluster/main.ts [--rounds 20] [--runs 200] [--seed 1]
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signUp } from '@tradeloom/testkit'
import { buildWeb } from '../../../tools/build-web.ts'
import { askDatabase } from '../ask-database.ts'
import { Searches, type Started } from '../searches.ts'
import { Cluster, type Member } from './cluster.ts'
import { RunHistory } from './run-history.ts'
import { Trader } from './trader.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
if (!buildWeb(join(import.meta.dirname, '..', '..', '..'))) process.exit(1)
const rounds = Number(values.rounds)
const runs = Number(values.runs)
let random = Number(values.seed)

const TAKE_OVER_MS = 15_000
/** If no run ends for this long, something is stuck, however busy the machine is. */
const STANDSTILL_MS = 120_000
const TRADERS = 4
/** How often the work of a round is begun: on a busy machine it may end before this process has seen that it runs. */
const TURNS = 5

const cluster = await Cluster.open()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cluster.close().finally(() => process.exit(1)))
}
const history = await RunHistory.open(cluster.databaseUrl)
const [first, second] = cluster.of('server') as [Member, Member]
const traders = await Promise.all(
  Array.from({ length: TRADERS }, (_, i) => Trader.register(`trader${i}`, i % 2 === 0 ? first : second)),
)
const hash = await expectedHash()
const searches = await Searches.open(
  await signUp(first.url, 'searcher'),
  askDatabase(() => ({ connectionString: cluster.databaseUrl })),
)

let bad = 0
let slowest = 0
for (let round = 1; round <= rounds; round++) {
  const problems = await play(round)
  bad += problems.length
  for (const problem of problems) console.log(`  ${problem}`)
}
for (const trader of traders) trader.leave()
await cluster.close()
console.log(`${rounds} rounds with ${runs} runs each, ${bad} problems; slowest takeover ${seconds(slowest)}`)
process.exit(bad === 0 ? 0 : 1)

/** The result of the first, undisturbed run, which all other runs must match. */
async function expectedHash(): Promise<string> {
  const id = await traders[0]!.queue(first)
  await untilEnded([id])
  const found = await history.hashOf(id)
  if (found === null) throw new Error('The first run gave no result')
  return found
}

async function play(round: number): Promise<string[]> {
  const { how, victim, watched } = choose(round)
  await searches.prepare(round)
  // The sockets are connected to the server that is not killed.
  await Promise.all(traders.map((trader) => trader.watch(watched)))
  const { searched, queued, problems } = await underWay(round)
  const ids = queued.flat()
  const begin = performance.now()
  problems.push(...(await strike(how, victim)), ...(await outcome(ids, searched)))
  if (traders.some((trader) => !trader.isConnected)) problems.push('a socket of a surviving server was closed')
  problems.push(...(await unseen(queued, how === 'cut', watched)))
  const again = await history.repeated(ids)
  console.log(
    `Round ${round}: ${how} ${typeof victim === 'string' ? victim : victim.name}; ${searched.map(({ kind }) => kind).join(' and ')}; ${again} of ${ids.length} runs were restarted; all ended after ` +
      `${seconds(performance.now() - begin)}; ${problems.length} problems`,
  )
  return problems
}

/** Queues the runs and optimizations of a round, again if they have ended before the failure. */
async function underWay(round: number) {
  const servers = cluster.of('server')
  const problems: string[] = []
  for (let turn = 1; ; turn++) {
    const [searched, queued] = await searches.startAround(round, servers[round % servers.length]!.url, () =>
      Promise.all(
        traders.map((trader, i) => Promise.all(shares()[i]!.map((n) => trader.queue(servers[n % servers.length]!)))),
      ),
    )
    const ids = queued.flat()
    await untilEnded(ids, turn === 1 ? nextRandom(Math.ceil(runs / 2)) : 0)
    await sleep(nextRandom(100))
    if ((await history.ended(ids)) < ids.length && (await searches.areOpen(searched)))
      return { searched, queued, problems }
    if (turn === TURNS) {
      problems.push('the failure came after the end of the runs or of the optimizations')
      return { searched, queued, problems }
    }
    problems.push(...(await outcome(ids, searched)))
  }
}

/** Waits until everything has ended; one line for each end that is not as it should be. */
async function outcome(ids: readonly string[], searched: readonly Started[]): Promise<string[]> {
  return [...(await untilEnded(ids)), ...(await history.problems(ids, hash)), ...(await searches.problems(searched))]
}

interface Round {
  readonly how: 'killed' | 'paused' | 'cut'
  readonly victim: Member | 'NATS' | 'PostgreSQL'
  /** The server whose sockets must stay connected. */
  readonly watched: Member
}

/** Covers every kind of failure in five rounds. */
function choose(round: number): Round {
  const [one, other] = cluster.of('server') as [Member, Member]
  const [watched, spare] = nextRandom(2) === 0 ? [one, other] : [other, one]
  const runners = cluster.of('runner')
  const runner = runners[nextRandom(runners.length)]!
  const rounds = [
    { how: 'killed', victim: runner },
    { how: 'killed', victim: 'PostgreSQL' },
    { how: 'cut', victim: 'NATS' },
    { how: 'paused', victim: runner },
    { how: 'killed', victim: spare },
  ] as const
  return { ...rounds[(round - 1) % rounds.length]!, watched }
}

async function strike(how: Round['how'], victim: Round['victim']): Promise<string[]> {
  if (victim === 'NATS') return cutNats()
  if (victim === 'PostgreSQL') {
    cluster.killDatabase()
    return []
  }
  return how === 'paused' ? pause(victim) : kill(victim)
}

async function kill(victim: Member): Promise<string[]> {
  const held = await history.leasesOf(victim.process.pid ?? 0)
  await cluster.kill(victim)
  const problems = await takenOver(victim, held)
  await cluster.start(victim.name)
  return problems
}

/** The process resumes after others have taken over its runs, and must notice. */
async function pause(victim: Member): Promise<string[]> {
  const resume = cluster.pause(victim)
  const problems = await takenOver(victim, await history.leasesOf(victim.process.pid ?? 0))
  await sleep(nextRandom(3000))
  resume()
  return problems
}

async function takenOver(victim: Member, held: number): Promise<string[]> {
  const ms = await history.untilTakenOver(victim.process.pid ?? 0, 2 * TAKE_OVER_MS)
  if (held > 0) {
    slowest = Math.max(slowest, ms)
    console.log(`  ${held} runs of ${victim.name} were taken over within ${seconds(ms)}`)
  }
  return ms <= TAKE_OVER_MS ? [] : [`the runs of ${victim.name} were not taken over within ${seconds(TAKE_OVER_MS)}`]
}

async function cutNats(): Promise<string[]> {
  await cluster.nats.kill()
  await sleep(2000 + nextRandom(3000))
  await cluster.nats.start()
  return []
}

/** Waits until `count` of the runs have ended, as long as runs keep ending. */
async function untilEnded(ids: readonly string[], count = ids.length): Promise<string[]> {
  let before = -1
  let changedAt = performance.now()
  for (;;) {
    const ended = await history.ended(ids)
    if (ended >= count) return []
    if (ended !== before) changedAt = performance.now()
    before = ended
    if (performance.now() - changedAt > STANDSTILL_MS) {
      return [`${count - ended} runs are stuck: none ended within ${seconds(STANDSTILL_MS)}`]
    }
    await sleep(100)
  }
}

/**
 * Checks runs whose end the sockets did not show. While NATS is cut, no message arrives: the socket must say that
 * something may have been missed, the server must show the current state when asked, as a page asks it, and the socket
 * must show the end of the next run.
 */
async function unseen(queued: readonly string[][], isCut: boolean, server: Member): Promise<string[]> {
  const problems: string[] = []
  for (const [i, trader] of traders.entries()) {
    const ids = queued[i] ?? []
    if (isCut) {
      if (!(await isSoon(() => trader.wasTold('missed'))))
        problems.push('a socket never reported that it missed something')
      for (const id of trader.unseen(ids)) {
        if ((await trader.statusOf(id, server)) !== 'Completed') problems.push(`${id} is not shown as completed`)
      }
    }
    const watched = isCut ? [await trader.queue(server)] : ids
    if (isCut) problems.push(...(await untilEnded(watched)))
    await isSoon(() => trader.unseen(watched).length === 0)
    for (const id of trader.unseen(watched)) {
      // A process can be killed between storing the end of a run and publishing it.
      const isShown = trader.wasTold('missed') && (await trader.statusOf(id, server)) === 'Completed'
      if (!isShown) problems.push(`the socket never showed the end of ${id}`)
    }
  }
  return problems
}

async function isSoon(isReached: () => boolean): Promise<boolean> {
  const deadline = performance.now() + TAKE_OVER_MS
  while (!isReached() && performance.now() < deadline) await sleep(50)
  return isReached()
}

/** The runs of a round, distributed among the traders. */
function shares(): number[][] {
  const all = Array.from({ length: runs }, (_, i) => i)
  return traders.map((_, trader) => all.filter((i) => i % traders.length === trader))
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

/** A linear congruential step: the moments of the kills repeat with the seed. */
function nextRandom(below: number): number {
  random = (random * 1664525 + 1013904223) % 4294967296
  return Math.floor((random / 4294967296) * below)
}
