import { expect } from 'vitest'
import type { BinanceDesk } from '../brokers/binance-desk.fixture.ts'
import { faultScenario } from '../brokers/fault-scenario.fixture.ts'
import { processesBelow } from '../../testing/signal-process.fixture.ts'
import { SupervisedBrokers } from '../brokers/supervised-brokers.ts'
import { linesOf, openSessions } from './desk-sessions.fixture.ts'
import { beginSteps, expectStepsTaken, prepareSteps } from './desk-steps.fixture.ts'
import type { SupervisedSessions } from './supervised-sessions.ts'

let sessions: SupervisedSessions
let session: string

async function epochOf(desk: BinanceDesk, kind: string, key: string): Promise<number> {
  const query = 'select epoch::float8 as epoch from leases where kind = $1 and key = $2'
  return (await desk.database.pool.query<{ epoch: number }>(query, [kind, key])).rows[0]?.epoch ?? 0
}

/** A server dies with its processes, and nobody starts it again. Prints how long what it did was done by nobody. */
async function loseServer(desk: BinanceDesk, isElsewhere: boolean): Promise<void> {
  const pids = [desk.pid, sessions.pid]
  // Nobody can see that a process of another machine has died: it only falls silent.
  if (isElsewhere)
    await desk.database.pool.query(`update lease_owners set host = 'elsewhere' where pid = any($1)`, [pids])
  const leases = [['account', desk.accountId] as const, ['session', session] as const]
  const before = await Promise.all(leases.map(([kind, key]) => epochOf(desk, kind, key)))
  const killedAt = performance.now()
  const seconds: Record<string, string> = {}
  const since = (what: string): void => void (seconds[what] = ((performance.now() - killedAt) / 1_000).toFixed(1))
  for (const pid of pids) process.kill(pid ?? 0, 'SIGKILL')
  await Promise.all([
    desk.stop(),
    sessions.stop(),
    ...leases.map(async ([kind, key], at) => {
      await expect.poll(() => epochOf(desk, kind, key)).toBeGreaterThan(before[at] ?? 0)
      since(kind)
    }),
    expect.poll(() => linesOf(desk, session)).toContainEqual(expect.stringMatching(/^Continues after an interruption/)),
  ])
  since('script')
  console.log(`Seconds after a server of ${isElsewhere ? 'another' : 'this'} machine has died:`, seconds)
}

faultScenario('a session is taken over by another server, and its account', {
  killWithinMs: 8_000,
  prepare: async (desk) => {
    sessions = openSessions(desk)
    session = await prepareSteps(desk)
    const otherBrokers = desk.alongside(new SupervisedBrokers(desk.parts))
    otherBrokers.look()
    const otherSessions = openSessions(desk)
    const pids = () => [otherBrokers.pid, otherSessions.pid]
    const joined = 'select from lease_owners where pid = any($1)'
    await expect.poll(async () => (await desk.database.pool.query(joined, [pids()])).rowCount).toBe(2)
    // It has started a runner, with which it could run a session.
    await expect.poll(() => processesBelow(otherSessions.pid ?? 0)).not.toEqual([])
  },
  play: beginSteps,
  kill: (desk, seed) => loseServer(desk, seed % 2 === 0),
  ends: (desk) => expectStepsTaken(desk, session),
})
