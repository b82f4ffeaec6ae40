import type IsolatedVm from 'isolated-vm'
import type { LogLine } from '@tradeloom/engine'
import { wrapScript, wrapShift } from '@tradeloom/script'
import { describeError, SCRIPT_FILE, type ScriptError } from '../isolate/describe-error.ts'
import type { CheckOrder, CheckSlice } from '../isolate/check-entry.ts'
import type { Slice } from '../isolate/entry.ts'
import type { SeriesHead } from '../isolate/series-head.ts'
import type { RunLimits } from '../run-job.ts'
import type { EngineCode } from './engine-code.ts'

/** An error of the script while it ran. */
export class ScriptFailure extends Error {
  readonly error: ScriptError
  readonly log: readonly LogLine[]

  constructor(error: ScriptError, log: readonly LogLine[]) {
    super(error.message)
    this.error = error
    this.log = log
  }
}

export class ResultTooLarge extends Error {}

/** More lines than a log keeps. */
const MAX_LINES = 1_000_000
/** Time limit for fetching the log after the run has used up its own. */
const LOG_MS = 300

/** How much earlier than our clock the library's timeout may fire. */
const EARLY_MS = 5

interface Answer<Value> {
  readonly value: Value
  readonly error?: ScriptError
  readonly log?: readonly LogLine[]
}

interface Code {
  readonly javascript: string
  readonly externals: readonly string[]
}

interface Data {
  readonly heads: readonly SeriesHead[]
  readonly buffers: readonly SharedArrayBuffer[]
}

/** Compiled once per isolate, for any number of contexts. */
interface Compiled {
  readonly bundle: IsolatedVm.Script
  readonly script: IsolatedVm.Script
}

/**
 * A comment may give code another name in stacks. The last one counts, so that a script keeps its lines; the shift of the
 * first line does not work beside one, which is why other scripts go without.
 */
function named(code: string): string {
  return code.includes('sourceURL') ? `${code}\n//# sourceURL=${SCRIPT_FILE}` : code
}

/** The engine function that sets up the isolate, and the calls that it provides. */
interface Entry {
  readonly entry: 'createEntry' | 'createCheckEntry'
  readonly values: readonly unknown[]
  readonly calls: readonly string[]
}

/**
 * One run in its own isolate. `remaining()` limits the time of every call into the isolate; calls return text.
 * Throws ScriptFailure for mistakes of the script, and the library's own errors for time and memory.
 */
export class IsolateRun {
  readonly #isolate: IsolatedVm.Isolate
  readonly #remaining: () => number
  readonly #limits: RunLimits
  #calls: Record<string, IsolatedVm.Reference> = {}
  #code: Compiled | null = null

  private constructor(isolate: IsolatedVm.Isolate, limits: RunLimits, remaining: () => number) {
    this.#isolate = isolate
    this.#limits = limits
    this.#remaining = remaining
  }

  static create(
    { ivm }: EngineCode,
    limits: RunLimits,
    dataBytes: number,
    options: { readonly remaining: () => number; readonly onCatastrophe: () => void },
  ): IsolateRun {
    const megabytes = limits.memoryMb + Math.ceil(dataBytes / 1024 / 1024)
    const isolate = new ivm.Isolate({ memoryLimit: megabytes, onCatastrophicError: options.onCatastrophe })
    return new IsolateRun(isolate, limits, options.remaining)
  }

  /** Loads the engine and the data, hardens the context, and evaluates the script. */
  async start(engine: EngineCode, code: Code, data: Data, spec: unknown): Promise<void> {
    const values = [JSON.stringify(spec), JSON.stringify(data.heads), this.#limits.logBytes]
    const calls = ['start', 'advance', 'finish', 'next', 'log']
    const context = await this.#load(engine, code, data, { entry: 'createEntry', values, calls })
    const factory = await this.#evaluate(context)
    await this.#call('start', [factory.derefInto()])
  }

  /** The same for a check. Its script never runs in the context of the checker: each run gets its own context. */
  async startCheck(engine: EngineCode, code: Code, data: Data, order: CheckOrder): Promise<void> {
    const values = [JSON.stringify(order), JSON.stringify(data.heads)]
    const calls = ['start', 'provide', 'advance', 'report']
    await this.#load(engine, code, data, { entry: 'createCheckEntry', values, calls })
    await this.#call('start', [])
  }

  async #load(
    engine: EngineCode,
    code: Code,
    data: Data,
    { entry: name, values, calls }: Entry,
  ): Promise<IsolatedVm.Context> {
    const { ivm } = engine
    const context = await this.#isolate.createContext()
    const cachedData = engine.cachedData === null ? undefined : new ivm.ExternalCopy(engine.cachedData)
    const bundle = await this.#isolate.compileScript(engine.source, {
      filename: 'engine.js',
      ...(cachedData === undefined ? {} : { cachedData }),
    })
    await bundle.run(context)
    const createEntry = await context.global.get(name, { reference: true })
    const buffers = data.buffers.map((buffer) => new ivm.ExternalCopy(buffer).copyInto({ release: true }))
    const entry = (await createEntry.apply(undefined, [...values, ...buffers], {
      timeout: this.#timeout(),
      result: { reference: true },
    })) as IsolatedVm.Reference
    for (const call of calls) this.#calls[call] = await entry.get(call, { reference: true })
    const script = await this.#isolate.compileScript(named(wrapScript(code.javascript, code.externals)), {
      filename: SCRIPT_FILE,
      columnOffset: -wrapShift(code.externals),
    })
    this.#code = { bundle, script }
    return context
  }

  /** The script's factory. Its source is compiled once for all contexts. */
  async #evaluate(context: IsolatedVm.Context): Promise<IsolatedVm.Reference> {
    const { script } = this.#code as Compiled
    return (await script.run(context, { timeout: this.#timeout(), reference: true })) as IsolatedVm.Reference
  }

  /** A fresh context for the next run of a check: built-in objects, engine and script, with nothing executed yet. */
  async #provideContext(): Promise<void> {
    const { bundle } = this.#code as Compiled
    const context = await this.#isolate.createContext()
    await bundle.run(context)
    const create = await context.global.get('createTrialEntry', { reference: true })
    const options = { timeout: this.#timeout(), result: { reference: true } } as const
    const entry = (await create.apply(undefined, [], options)) as IsolatedVm.Reference
    const factory = await this.#evaluate(context)
    await this.#ask('provide', [entry.derefInto(), factory.derefInto()])
    // The run keeps references to what it needs.
    for (const one of [create, entry, factory, context]) one.release()
  }

  advance(): Promise<Slice> {
    return this.#call<Slice>('advance', [])
  }

  /** The next slice of a check; 'stuck' if it has not returned after this many milliseconds although time is left. */
  async advanceCheck(maxMs: number): Promise<CheckSlice | 'stuck'> {
    const left = this.#timeout()
    const end = performance.now() + maxMs - EARLY_MS
    try {
      const slice = await this.#call<CheckSlice>('advance', [], Math.min(left, maxMs))
      if (slice.wantsContext) await this.#provideContext()
      return slice
    } catch (thrown) {
      if (thrown instanceof ScriptFailure || left <= maxMs || performance.now() < end) throw thrown
      return 'stuck'
    }
  }

  /** The findings of a check, which come from the isolate and must not be trusted. */
  report(): Promise<unknown> {
    return this.#call<unknown>('report', [])
  }

  /** The result as canonical JSON in UTF-8, in pieces. Throws ResultTooLarge. */
  async finish(reason: 'completed' | 'stopped'): Promise<Buffer[]> {
    await this.#call('finish', [reason])
    const pieces: Buffer[] = []
    for (let left = this.#limits.resultBytes; ;) {
      // The pieces must be fetched in order.
      const text = await this.#ask('next', [])
      if (text === '') return pieces
      left -= text.length
      if (left < 0) throw new ResultTooLarge()
      pieces.push(Buffer.from(text))
    }
  }

  /** The newest log lines so far, even after the time limit; empty when they can no longer be fetched. */
  async log(most = MAX_LINES): Promise<readonly LogLine[]> {
    if (this.#isolate.isDisposed) return []
    try {
      return await this.#call<readonly LogLine[]>('log', [most], LOG_MS)
    } catch {
      return []
    }
  }

  /** Frees the isolate. The next run of this process gets a new one. */
  dispose(): void {
    if (!this.#isolate.isDisposed) this.#isolate.dispose()
  }

  async #call<Value>(name: string, values: readonly unknown[], timeout = this.#timeout()): Promise<Value> {
    const answer = JSON.parse(await this.#ask(name, values, timeout)) as Answer<Value>
    if (answer.error !== undefined) throw new ScriptFailure(answer.error, answer.log ?? [])
    return answer.value
  }

  async #ask(name: string, values: readonly unknown[], timeout = this.#timeout()): Promise<string> {
    const end = performance.now() + timeout - EARLY_MS
    try {
      return String(await this.#calls[name]?.apply(undefined, [...values], { timeout }))
    } catch (thrown) {
      // The message alone is no evidence: a script can throw any text.
      const isLimit = this.#isolate.isDisposed || performance.now() >= end
      if (isLimit || name === 'log') throw thrown
      throw new ScriptFailure(describeError(thrown), await this.log())
    }
  }

  /** The library limits wall time, which is never shorter than the processor time that is left. */
  #timeout(): number {
    return Math.max(1, Math.ceil(this.#remaining()))
  }
}
