import { openSandbox, type Sandbox, type SandboxOptions } from '../launch/open-sandbox.ts'
import type { SandboxLevel } from '../launch/launch-command.ts'
import type { RunLimits } from '../run-job.ts'
import type { RunnerProcess } from '../runner-process.ts'
import { SandboxSession } from './sandbox-session.ts'
import { SESSION_LIMITS, type SessionAnswer, type SessionJob } from './session-protocol.ts'

export interface SessionRequest extends Omit<SessionJob, 'limits'> {
  readonly limits?: Partial<RunLimits>
}

/** A session and the answer to its start. If that is not `answered`, the session is over. */
export interface StartedSession {
  readonly session: SandboxSession
  readonly answer: SessionAnswer
}

export interface SessionHost {
  readonly level: SandboxLevel
  /** Starts a session in a process of its own, which nothing else ever runs in. */
  start(request: SessionRequest): Promise<StartedSession>
  /** Ends all sessions at once. */
  close(): Promise<void>
}

/** Rejects when no runner can be started at any allowed level. */
export async function createSessionHost(options: Omit<SandboxOptions, 'readableDirs'>): Promise<SessionHost> {
  return new Host(await openSandbox(options))
}

class Host implements SessionHost {
  readonly level: SandboxLevel
  readonly #sandbox: Sandbox
  /** Started as a probe; serves the first session. */
  #unused: RunnerProcess | null
  readonly #alive = new Set<RunnerProcess>()
  #isClosed = false

  constructor(sandbox: Sandbox) {
    this.level = sandbox.level
    this.#sandbox = sandbox
    this.#unused = this.#keep(sandbox.runner)
  }

  async start({ source, indicators, spec, sendsOrders, limits }: SessionRequest): Promise<StartedSession> {
    if (this.#isClosed) throw new Error('The host of sessions is closed')
    const probe = this.#unused
    this.#unused = null
    const runner = probe?.isAlive === true ? probe : this.#keep(this.#sandbox.launch())
    const job = { source, indicators, spec, sendsOrders, limits: { ...SESSION_LIMITS, ...limits } }
    const session = new SandboxSession(runner, job)
    try {
      await runner.ready
    } catch (error) {
      session.close()
      const message = error instanceof Error ? error.message : String(error)
      return { session, answer: { status: 'lost', error: { message } } }
    }
    return { session, answer: await session.start() }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const all = [...this.#alive]
    for (const runner of all) runner.kill()
    await Promise.all(all.map((runner) => runner.ended))
    await this.#sandbox.lease.end()
  }

  #keep(runner: RunnerProcess): RunnerProcess {
    this.#alive.add(runner)
    void runner.ended.finally(() => this.#alive.delete(runner))
    return runner
  }
}
