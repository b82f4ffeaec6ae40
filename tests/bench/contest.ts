import { fork } from 'node:child_process'
import { join } from 'node:path'
import { median } from './measure.ts'

/** One way to do a task. It lives in a process of its own: code that runs beside it would change how it is compiled. */
export interface Contestant {
  readonly name: string
  /** File in the folder `contestants` that exports `prepare`. */
  readonly module: string
  /** Given to `prepare`; plain JSON. */
  readonly task: unknown
}

/** What `prepare` of a contestant's module gives back. */
export interface Prepared {
  /** Does the task once; what it returns (plain JSON) must be the same each time. */
  run(): unknown
  /** What has to be there before each `run`; it is not measured. */
  before?(): void
  /** Calls of `run` before any is measured; 1 when left out. */
  readonly warmUps?: number
}

export interface Standing {
  readonly name: string
  /** Median of processor time per turn, milliseconds, threads of the garbage collection and the compiler included. */
  readonly ms: number
  /** Fastest turn. */
  readonly minMs: number
  readonly result: unknown
  /** Most memory that its process ever had, megabytes. */
  readonly peakMb: number
}

/** Messages from a contestant's process. */
export type Report =
  | { readonly type: 'ready'; readonly result: unknown }
  | { readonly type: 'turn'; readonly ms: number; readonly peakMb: number }

const ENTRY = join(import.meta.dirname, 'contestant.ts')

/** Lets all take turns, one at a time, so that a slow moment of the machine meets them all. */
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
  readonly #result: unknown
  readonly #times: number[] = []
  #peakMb = 0

  private constructor(name: string, child: ReturnType<typeof fork>, result: unknown) {
    this.#name = name
    this.#child = child
    this.#result = result
  }

  static async start({ name, module, task }: Contestant): Promise<Player> {
    const child = fork(ENTRY, [module, JSON.stringify(task)], { execArgv: ['--disable-warning=ExperimentalWarning'] })
    const report = await answer(child, name)
    if (report.type !== 'ready') throw new Error(`${name} did not get ready`)
    return new Player(name, child, report.result)
  }

  async turn(): Promise<void> {
    this.#child.send('turn')
    const report = await answer(this.#child, this.#name)
    if (report.type !== 'turn') throw new Error(`${this.#name} gave no time`)
    this.#times.push(report.ms)
    this.#peakMb = report.peakMb
  }

  standing(): Standing {
    const minMs = Math.min(...this.#times)
    return { name: this.#name, ms: median(this.#times), minMs, result: this.#result, peakMb: this.#peakMb }
  }

  end(): void {
    this.#child.kill()
  }
}

function answer(child: ReturnType<typeof fork>, name: string): Promise<Report> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`${name} ended (${code})`))
    child.once('exit', fail)
    child.once('message', (report) => {
      child.off('exit', fail)
      resolve(report as Report)
    })
  })
}
