import { setTimeout as sleep } from 'node:timers/promises'
import { descendants, isAlive, type Process } from '../../descendants.ts'
import type { Fault } from '../fault.ts'
import type { Installation } from '../installation.ts'
import { auditWithin } from './audit.ts'
import { LiveWork } from './live-work.ts'
import { awaitRecovery } from './recovery.ts'
import { type LiveKill, recoveryTable } from './recovery-table.ts'

/** All of this run, for the table at its end. */
const kills: LiveKill[] = []

/** Kills with SIGKILL while sessions and persons trade, each time just after a request of a person was answered. */
export const LIVE_KILLS: readonly Fault[] = [
  live('kill-ingest', 'kill -9 of ingest', (installation) => killChild(installation, 'ingest')),
  live('kill-paper', 'kill -9 of paper', (installation) => killChild(installation, 'paper')),
  live('kill-sessions', 'kill -9 of sessions', (installation) => killChild(installation, 'sessions')),
  live('kill-session-runner', 'kill -9 of a runner of sessions', killRunner),
  live('kill-live-server', 'kill -9 of the server while it trades', killServer),
  live('kill-live-database', 'kill -9 of the database while it trades', killDatabase),
]

/** Positions, requests and journals agree again after this time. */
const AGREED_MS = 30_000
const LOOK_MS = 10
/** The kill meets another moment of an order each time. */
const LATER_MS = 60

const works = new WeakMap<Installation, Promise<LiveWork>>()

/** Kills, and resolves once what was killed is there again. */
type Kill = (installation: Installation, work: LiveWork) => Promise<void>

function live(name: string, title: string, kill: Kill): Fault {
  return {
    name,
    title,
    isRepeated: true,
    async strike(installation, round) {
      const work = await workOf(installation)
      await work.traders[round % work.traders.length]?.answered()
      await sleep((round * 37) % LATER_MS)
      const killedAt = performance.now()
      await kill(installation, work)
      const back = { at: new Date(), since: performance.now() }
      const recovered = await awaitRecovery(work, killedAt)
      const problems = await auditWithin(work, AGREED_MS, back.at)
      kills.push({ fault: title, ...recovered, agreed: performance.now() - back.since })
      return problems
    },
  }
}

function workOf(installation: Installation): Promise<LiveWork> {
  const known = works.get(installation) ?? LiveWork.start(installation)
  works.set(installation, known)
  return known
}

/** Ends what trades on an installation, once everybody has an answer. What is wrong at the end, one line each. */
export async function endLiveWork(installation: Installation): Promise<string[]> {
  const work = await works.get(installation)
  if (!work) return []
  await work.stopTrading()
  const found = await auditWithin(work, AGREED_MS, new Date())
  console.table(recoveryTable(kills))
  console.table(await work.summary())
  await work.close()
  return found
}

async function killChild({ pid }: Installation, name: string): Promise<void> {
  const child = childrenOf(pid, name)[0]
  if (!child) throw new Error(`There is no process ${name}`)
  await killAndAwait(child.pid, () => childrenOf(pid, name))
}

/** The innermost process executes the script. Its parents only launch it. */
async function killRunner({ pid }: Installation): Promise<void> {
  const [runner] = innermost(runnersOf(pid))
  if (!runner) throw new Error('No runner of sessions is there')
  const { length } = innermost(runnersOf(pid))
  await killAndAwait(runner.pid, () => innermost(runnersOf(pid)).slice(length - 1))
}

async function killServer(installation: Installation): Promise<void> {
  await installation.kill()
  await installation.startAgain()
}

async function killDatabase({ postmaster }: Installation, { ask }: LiveWork): Promise<void> {
  await kill(postmaster)
  // Repeated until there is an answer.
  await ask('select')
}

/** Resolves once `others` finds another process in its place. */
async function killAndAwait(pid: number, others: () => readonly Process[]): Promise<void> {
  await kill(pid)
  while (!others().some((one) => one.pid !== pid)) await sleep(LOOK_MS)
}

async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  while (isAlive(pid)) await sleep(LOOK_MS)
}

function childrenOf(server: number, name: string): Process[] {
  return descendants(server).filter(({ command }) => command.includes(`processes/${name}/main`))
}

function runnersOf(server: number): Process[] {
  return childrenOf(server, 'sessions').flatMap(({ pid }) => descendants(pid))
}

function innermost(all: readonly Process[]): Process[] {
  const parents = new Set(all.map(({ parent }) => parent))
  return all.filter(({ pid }) => !parents.has(pid))
}
