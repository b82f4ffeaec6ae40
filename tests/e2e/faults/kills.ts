import { signUp } from '@tradeloom/testkit'
import { askDatabase } from '../ask-database.ts'
import { descendants, isAlive } from '../descendants.ts'
import { Searches } from '../searches.ts'
import type { Fault } from './fault.ts'
import type { Installation } from './installation.ts'
import { WorkInProgress } from './work-in-progress.ts'

/** What is under way on an installation when something is killed. */
interface Victims {
  readonly work: WorkInProgress
  readonly searches: Searches
  /** Kills so far: each meets other searches. */
  kills: number
}

const victims = new WeakMap<Installation, Promise<Victims>>()

/**
 * Kills with SIGKILL while backtests run and wait, an import is read or written, and two optimizations run, in turn of each
 * strategy and with walk-forward: as soon as the first backtest runs, or one or two have ended, and a little later.
 */
export const KILLS: readonly Fault[] = [
  { name: 'kill-server', title: 'kill -9 of the server', isRepeated: true, strike: killing(killServer) },
  { name: 'kill-runner', title: 'kill -9 of the runners', isRepeated: true, strike: killing(killRunners) },
  { name: 'kill-database', title: 'kill -9 of the database', isRepeated: true, strike: killing(killDatabase) },
]

const END_MS = 15_000
/** Backtests that have ended at a kill, without this number: from none on, in turn. */
const ENDED_AT_MOST = 3
/** Short beside a backtest, so that some still run. */
const LATER_MS = 100
/** How often the work is begun: on a busy machine it may end before this process has seen that it runs. */
const TURNS = 5

function killing(kill: (installation: Installation) => Promise<string[]>): Fault['strike'] {
  return async (installation) => {
    const found = await victimsOf(installation)
    const { work, searches } = found
    const number = found.kills++
    await searches.prepare(number)
    let begun = await begin(found, number, installation, number % ENDED_AT_MOST)
    const problems: string[] = []
    for (let turn = 1; begun.over.length > 0 && turn < TURNS; turn++) {
      problems.push(...(await work.losses()), ...(await searches.problems(begun.searched)))
      begun = await begin(found, number, installation, 0)
    }
    return [
      ...problems,
      ...begun.over.map((what) => `the kill came after the end of the ${what}`),
      ...(await kill(installation)),
      ...(await work.losses()),
      ...(await searches.problems(begun.searched)),
    ]
  }
}

/** Begins what a kill is to interrupt. Resolves once so many backtests have ended; `over` is what has ended as a whole. */
async function begin({ work, searches }: Victims, number: number, { url }: Installation, ended: number) {
  await work.begin()
  const [searched] = await searches.startAround(number, url, () => work.queueBacktests())
  await work.untilEnded(ended)
  await new Promise((resolve) => setTimeout(resolve, (number * 37) % LATER_MS))
  const [isRunning, areSearching] = await Promise.all([work.isOpen(), searches.areOpen(searched)])
  return { searched, over: [...(isRunning ? [] : ['backtests']), ...(areSearching ? [] : ['optimizations'])] }
}

function victimsOf(installation: Installation): Promise<Victims> {
  const found = victims.get(installation) ?? prepareVictims(installation)
  victims.set(installation, found)
  return found
}

async function prepareVictims(installation: Installation): Promise<Victims> {
  const work = await WorkInProgress.prepare(installation)
  const ask = askDatabase(() => installation.connection)
  return { work, searches: await Searches.open(await signUp(installation.url, 'searcher'), ask), kills: 0 }
}

/** Runners end with their server, as soon as a busy machine gives those of the lowest priority a processor. */
async function leftAfter(runners: ReturnType<typeof runnersOf>): Promise<ReturnType<typeof runnersOf>> {
  const deadline = performance.now() + END_MS
  let left = runners
  while (left.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    left = left.filter(({ pid }) => isAlive(pid))
  }
  return left
}

async function killServer(installation: Installation): Promise<string[]> {
  const runners = runnersOf(installation)
  await installation.kill()
  const left = await leftAfter(runners)
  await installation.startAgain()
  return left.map(({ pid }) => `runner ${pid} was left behind`)
}

/** The innermost process of a runner executes the script; its parents only launch it. */
function killRunners(installation: Installation): Promise<string[]> {
  const runners = runnersOf(installation)
  const parents = new Set(runners.map(({ parent }) => parent))
  const killed = runners.filter(({ pid }) => !parents.has(pid) && isKilled(pid))
  return Promise.resolve(killed.length > 0 ? [] : ['no runner was there to be killed'])
}

/** False if the process has ended by itself since it was listed. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

function runnersOf({ pid }: Installation) {
  return descendants(pid).filter(({ command }) => command.includes('runner'))
}

function killDatabase({ postmaster }: Installation): Promise<string[]> {
  process.kill(postmaster, 'SIGKILL')
  return Promise.resolve([])
}
