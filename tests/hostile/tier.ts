import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RunnerEvent } from '../../packages/sandbox/src/protocol.ts'
import type { RunJob } from '../../packages/sandbox/src/run-job.ts'

/** Which of its compilers V8 uses. How large the frames of the stack are depends on it. */
export const TIERS = {
  interpreter: ['--no-opt', '--no-maglev', '--no-sparkplug', '--regexp-interpret-all'],
  baseline: ['--always-sparkplug', '--no-opt', '--no-maglev'],
  optimized: ['--invocation-count-for-feedback-allocation=1', '--invocation-count-for-turbofan=20'],
} as const

const PROGRAM = join(import.meta.dirname, 'run-in-tier.ts')
/** How long a process may take after its event: code that cannot be interrupted keeps it for good. */
const STUCK_MS = 2_000

interface Runner {
  readonly process: ChildProcess
  readonly messages: AsyncIterator<[RunnerEvent | 'idle']>
}

/** Performs runs in a process of its own that uses one of V8's compilers. */
export class Tier {
  readonly #flags: readonly string[]
  #runner: Runner | null = null

  constructor(name: keyof typeof TIERS) {
    this.#flags = TIERS[name]
  }

  /** How a run ends: the hash of its result, its error, or 'limit' if it meets a limit of time or memory. */
  async run(job: RunJob): Promise<string> {
    const runner = this.#runner ?? (await this.#start())
    runner.process.send(job)
    const event = await runner.messages.next()
    if (event.done === true) {
      // It ends itself when it is out of memory.
      this.#runner = null
      return 'limit'
    }
    const idle = await Promise.race([runner.messages.next(), delay(STUCK_MS, null, { ref: false })])
    if (idle === null || idle.done === true) await this.close()
    return endOf(event.value[0])
  }

  async close(): Promise<void> {
    const child = this.#runner?.process
    this.#runner = null
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async #start(): Promise<Runner> {
    const child = fork(PROGRAM, [this.#flags.join(' ')], {
      execArgv: ['--no-node-snapshot', '--no-warnings', ...this.#flags],
      env: { TZ: 'UTC' },
      serialization: 'advanced',
    })
    const messages = on(child, 'message', { close: ['exit'] }) as Runner['messages']
    await messages.next()
    this.#runner = { process: child, messages }
    return this.#runner
  }
}

function endOf(event: RunnerEvent | 'idle'): string {
  if (event === 'idle') return event
  if (event.type === 'done') return event.resultHash
  if (event.type !== 'errored') return event.type
  const { kind, error } = event
  if (kind === 'timeout' || kind === 'memory') return 'limit'
  return `${error.line ?? '-'}:${error.column ?? '-'} ${error.message}`
}
