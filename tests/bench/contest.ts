import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'

import { median } from './measure.ts'

/** One implementation of a task, in its own process: other code in the process would affect how it is compiled. */
export type Contestant = NodeContestant | ProgramContestant

interface NodeContestant {
  readonly name: string
  /** File in the folder `contestants` that exports `prepare`. */
  readonly module: string
  /** Passed to `prepare`; plain JSON. */
  readonly task: unknown
}

/**
 * A program in any language. It prepares its task, performs it once, and writes `{ type: 'ready', ... }`; for every
 * line on standard input it performs the task again and writes `{ type: 'turn', ... }`. Reports are lines of JSON on
 * file descriptor 3, so that other output of libraries is harmless. It ends when its standard input closes.
 */
interface ProgramContestant {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
}

/** The result of `prepare` in a contestant's module. */
export interface Prepared {
  /** Performs the task once; the result (plain JSON) must be the same each time. */
  run(): unknown
  /** Preparation of each `run`; not measured. */
  before?(): void
  /** Unmeasured calls of `run` at the start; 1 if omitted. */
  readonly warmUps?: number
}

export interface Standing {
  readonly name: string
  /** CPU time of the first run of its process, before anything is compiled; milliseconds. */
  readonly firstMs: number
  /** Median CPU time per turn, in milliseconds, including the threads of the garbage collector and the compiler. */
  readonly ms: number
  /** Fastest turn. */
  readonly minMs: number
  readonly result: unknown
  /** Peak memory of its process, in megabytes. */
  readonly peakMb: number
}

/** Messages from a contestant's process. */
export type Report =
  | { readonly type: 'ready'; readonly result: unknown; readonly firstMs: number }
  | { readonly type: 'turn'; readonly ms: number; readonly peakMb: number }

const ENTRY = join(import.meta.dirname, 'contestant.ts')

/** Lets all contestants take turns, one at a time, so that a slow phase of the machine affects all of them. */
export async function contest(contestants: readonly Contestant[], rounds = 7): Promise<Standing[]> {
  const players: Player[] = []
  try {
    for (const contestant of contestants) players.push(await Player.start(contestant))
    for (let round = 0; round < rounds; round++) for (const player of players) await player.turn()
    return players.map((player) => player.standing())
  } finally {
    for (const player of players) player.end()
  }
}

class Player {
  readonly #name: string
  readonly #child
  readonly #reports: AsyncIterator<string>
  #result: unknown = null
  #firstMs = Number.NaN
  readonly #times: number[] = []
  #peakMb = 0

  private constructor(contestant: Contestant) {
    this.#name = contestant.name
    const [program, ...args] = commandOf(contestant)
    this.#child = spawn(program, args, { stdio: ['pipe', 'ignore', 'inherit', 'pipe'] })
    this.#reports = createInterface({ input: this.#child.stdio[3] as Readable })[Symbol.asyncIterator]()
  }

  static async start(contestant: Contestant): Promise<Player> {
    const player = new Player(contestant)
    const report = await player.#answer()
    if (report.type !== 'ready') throw new Error(`${contestant.name} did not get ready`)
    player.#result = report.result
    player.#firstMs = report.firstMs
    return player
  }

  async turn(): Promise<void> {
    this.#child.stdin?.write('turn\n')
    const report = await this.#answer()
    if (report.type !== 'turn') throw new Error(`${this.#name} reported no time`)
    this.#times.push(report.ms)
    this.#peakMb = report.peakMb
  }

  standing(): Standing {
    return {
      name: this.#name,
      firstMs: this.#firstMs,
      ms: median(this.#times),
      minMs: Math.min(...this.#times),
      result: this.#result,
      peakMb: this.#peakMb,
    }
  }

  end(): void {
    this.#child.kill()
  }

  async #answer(): Promise<Report> {
    const { value, done } = await this.#reports.next()
    if (done === true) throw new Error(`${this.#name} ended before it reported`)
    return JSON.parse(value) as Report
  }
}

function commandOf(contestant: Contestant): readonly [program: string, ...args: string[]] {
  if ('command' in contestant) return contestant.command
  const { module, task } = contestant
  return [process.execPath, '--disable-warning=ExperimentalWarning', ENTRY, module, JSON.stringify(task)]
}
