import { basename } from 'node:path'
import type { Bundles } from '../bundle/bundles-in.ts'
import { KeptBundles } from '../bundle/kept-bundles.ts'
import { openSandbox, type Sandbox, type SandboxOptions } from '../launch/open-sandbox.ts'
import type { SandboxLevel } from '../launch/launch-command.ts'
import type { RunLimits } from '../run-job.ts'
import type { RunnerProcess } from '../runner-process.ts'
import { SandboxSession } from './sandbox-session.ts'
import { SESSION_LIMITS, type SessionAnswer, type SessionJob } from './session-protocol.ts'

export interface SessionRequest extends Omit<SessionJob, 'limits'> {
  readonly limits?: Partial<RunLimits>
  /** That it runs on, by its name; unset: the installed one. */
  readonly bundle?: string | undefined
}

/** The bundle that a session is to run on is not there. */
export class BundleMissing extends Error {
  override readonly name = 'BundleMissing'
}

/** A session and the answer to its start. If that is not `answered`, the session is over. */
export interface StartedSession {
  readonly session: SandboxSession
  readonly answer: SessionAnswer
}

export interface SessionHost {
  readonly level: SandboxLevel
  /** Name of the installed bundle: it changes with everything that a session may depend on. */
  readonly bundle: string
  /** Keeps the installed bundle for sessions that go on with it after an upgrade. */
  keep(): Promise<void>
  /** Removes bundles that were kept for sessions which have ended. */
  removeAllBut(needed: ReadonlySet<string>): Promise<void>
  /** Starts a session in a process of its own, which nothing else ever runs in. @throws {BundleMissing} */
  start(request: SessionRequest): Promise<StartedSession>
  /** Ends all sessions at once. */
  close(): Promise<void>
}

/** Rejects when no runner can be started at any allowed level. */
export async function createSessionHost(options: Omit<SandboxOptions, 'readableDirs'>): Promise<SessionHost> {
  return new Host(await openSandbox(options), new KeptBundles(options.cacheDir))
}

class Host implements SessionHost {
  readonly level: SandboxLevel
  readonly bundle: string
  readonly #sandbox: Sandbox
  readonly #kept: KeptBundles
  /** Started as a probe; serves the first session. */
  #unused: RunnerProcess | null
  readonly #alive = new Set<RunnerProcess>()
  #isClosed = false

  constructor(sandbox: Sandbox, kept: KeptBundles) {
    this.level = sandbox.level
    this.bundle = basename(sandbox.bundles.folder)
    this.#sandbox = sandbox
    this.#kept = kept
    this.#unused = this.#watched(sandbox.runner)
  }

  keep(): Promise<void> {
    return this.#kept.keep(this.#sandbox.bundles)
  }

  removeAllBut(needed: ReadonlySet<string>): Promise<void> {
    return this.#kept.removeAllBut(new Set([...needed, this.bundle]))
  }

  async start({ source, indicators, spec, sendsOrders, limits, bundle }: SessionRequest): Promise<StartedSession> {
    const other = bundle === undefined || bundle === this.bundle ? null : await this.#foundOf(bundle)
    if (this.#isClosed) throw new Error('The host of sessions is closed')
    const runner = other === null ? this.#installed() : this.#watched(this.#sandbox.launch(other))
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

  async #foundOf(bundle: string): Promise<Bundles> {
    const found = await this.#kept.find(bundle)
    if (!found) throw new BundleMissing(`There is no bundle ${bundle}`)
    return found
  }

  #installed(): RunnerProcess {
    const probe = this.#unused
    this.#unused = null
    return probe?.isAlive === true ? probe : this.#watched(this.#sandbox.launch())
  }

  #watched(runner: RunnerProcess): RunnerProcess {
    this.#alive.add(runner)
    void runner.ended.finally(() => this.#alive.delete(runner))
    return runner
  }
}
