import type IsolatedVm from 'isolated-vm'
import type { LogLine, RunSpec, SessionSpec } from '@tradeloom/engine'
import { type GuardedScript, wrapScript, wrapShift } from '@tradeloom/script'
import type { IndicatorCommand } from '../isolate/compute-custom.ts'
import type { IndicatorHead } from '../isolate/custom-indicators.ts'
import { describeError, indicatorFile, SCRIPT_FILE, type ScriptError } from '../isolate/describe-error.ts'
import type { CheckCommand, CheckSlice } from '../isolate/check-entry.ts'
import type { Slice } from '../isolate/entry.ts'
import type { SeriesHead } from '../isolate/series-head.ts'
import { TOO_LARGE, type SessionSettings } from '../isolate/session-entry.ts'
import { specText } from '../isolate/spec-text.ts'
import type { SweepCommand, SweepSlice } from '../isolate/sweep.ts'
import type { RunLimits } from '../run-job.ts'
import type { EngineCode } from './engine-code.ts'
import type { ScriptCode } from './script-code.ts'
import type { PreparedIsolate } from './load-isolate.ts'
import { MEGABYTE, memoryOf } from './prepared-isolate.ts'

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

/** The answer of a session as JSON, and the error in it that ends the session. */
export interface SessionText {
  readonly text: string
  readonly error: ScriptError | null
}

interface Data {
  readonly heads: readonly SeriesHead[]
  readonly buffers: readonly SharedArrayBuffer[]
  readonly bytes: number
}

/**
 * A comment may give code another name in stacks. The last one counts, so that a script keeps its lines; the shift of the
 * first line does not work beside one, which is why other scripts go without.
 */
function named(code: string, file: string): string {
  return code.includes('sourceURL') ? `${code}\n//# sourceURL=${file}` : code
}

/** What was added to each script, by the name of its file, as JSON. */
function locations({ guarded, indicators }: ScriptCode): string {
  const files = indicators.map(({ head, guarded: { insertions } }) => [indicatorFile(head.key), insertions] as const)
  return JSON.stringify({ [SCRIPT_FILE]: guarded.insertions, ...Object.fromEntries(files) })
}

/**
 * One run in its own isolate. `remaining()` limits the time of every call into the isolate; calls return text.
 * Throws ScriptFailure for mistakes of the script, and the library's own errors for time and memory.
 */
export class IsolateRun {
  readonly #engine: EngineCode
  readonly #prepared: PreparedIsolate
  readonly #isolate: IsolatedVm.Isolate
  #remaining: () => number
  readonly #limits: RunLimits
  #calls: Record<string, IsolatedVm.Reference>
  /** Compiled once, for any number of contexts. */
  #script: IsolatedVm.Script | null = null
  /** What was added to the scripts, for the contexts of a check. */
  #locations = ''
  #indicators: readonly { readonly head: IndicatorHead; readonly script: IsolatedVm.Script }[] = []

  constructor(engine: EngineCode, prepared: PreparedIsolate, limits: RunLimits, remaining: () => number) {
    this.#engine = engine
    this.#prepared = prepared
    this.#isolate = prepared.isolate
    this.#calls = { ...prepared.calls }
    this.#limits = limits
    this.#remaining = remaining
  }

  /** Loads the data into the hardened context and evaluates the script. */
  async start(code: ScriptCode, data: Data, spec: RunSpec): Promise<void> {
    const script = await this.#load(code, data, spec)
    await this.#call('start', script)
  }

  /** The same for many runs. The number of the run in progress is in `current`, even if the isolate is lost. */
  async startSweep(
    code: ScriptCode,
    data: Data,
    spec: RunSpec,
    command: SweepCommand,
    current: SharedArrayBuffer,
  ): Promise<void> {
    const script = await this.#load(code, data, spec)
    await this.#call('startSweep', [JSON.stringify(command), ...this.#copies([current]), ...script])
  }

  /** Calls end by another clock from now on. */
  limitTime(remaining: () => number): void {
    this.#remaining = remaining
  }

  /** Begins a batch of a sweep with the externals of its runs. */
  async beginBatch(points: readonly Readonly<Record<string, number>>[]): Promise<void> {
    await this.#call('points', [JSON.stringify(points)])
  }

  /** Continues with the batch; returns the rows that this completed. */
  async advanceBatch(): Promise<SweepSlice & { readonly rows: Uint8Array }> {
    const slice = await this.#call<SweepSlice>('advanceSweep', [])
    const options = { timeout: this.#timeout(), result: { copy: true } } as const
    return { ...slice, rows: new Uint8Array((await this.#calls['rows']?.apply(undefined, [], options)) as ArrayBuffer) }
  }

  /** Memory of the isolate that it may have to give back, bytes. */
  async heapBytes(): Promise<number> {
    const { used_heap_size: used, externally_allocated_size: outside } = await this.#isolate.getHeapStatistics()
    return used + outside
  }

  /** Evaluates the script of a session. The same as for `callSession` applies. */
  async startSession(code: ScriptCode, spec: SessionSpec, settings: SessionSettings): Promise<SessionText> {
    const script = await this.#load(code, { heads: [], buffers: [], bytes: 0 }, spec)
    return this.callSession('startSession', [JSON.stringify(settings), ...script])
  }

  /** Takes inputs, whose prices are in a buffer that cannot be used afterwards. */
  takeInputs(text: string, columns: ArrayBuffer): Promise<SessionText> {
    const copy = new this.#engine.ivm.ExternalCopy(columns, { transferOut: true })
    return this.callSession('take', [text, copy.copyInto({ release: true, transferIn: true })])
  }

  /** Makes a call of a session. Throws ResultTooLarge. */
  async callSession(name: 'startSession' | 'take' | 'finishSession', values: readonly unknown[]): Promise<SessionText> {
    const text = await this.#ask(name, values)
    const { error, log, value } = JSON.parse(text) as Answer<{ readonly error: ScriptError | null } | typeof TOO_LARGE>
    if (error !== undefined) throw new ScriptFailure(error, log ?? [])
    if (value === TOO_LARGE) throw new ResultTooLarge()
    return { text, error: value.error }
  }

  /** Loads the data and compiles the script; returns the arguments of the call that starts it. */
  async #load(code: ScriptCode, data: Data, spec: RunSpec | SessionSpec): Promise<unknown[]> {
    const { context, memoryMb } = this.#prepared
    // A prepared isolate may have been given room for more data than there is: the script gets none of it.
    const unused = new SharedArrayBuffer((memoryMb - memoryOf(this.#limits, data.bytes)) * MEGABYTE)
    const buffers = this.#copies([unused, ...data.buffers])
    const values = [specText(spec), JSON.stringify(data.heads), this.#limits.logBytes]
    await this.#call('locate', [locations(code)])
    await this.#call('load', [...values, ...buffers])
    await this.#compile(code)
    const factory = await this.#evaluate(context)
    return [factory.derefInto(), ...(await this.#evaluateIndicators(context))]
  }

  /** The same for a check. Its script never runs in the context of the checker: each run gets its own context. */
  async startCheck(code: ScriptCode, data: Data, command: CheckCommand): Promise<void> {
    const create = await this.#prepared.context.global.get('createCheckEntry', { reference: true })
    const values = [JSON.stringify(command), JSON.stringify(data.heads), ...this.#copies(data.buffers)]
    const options = { timeout: this.#timeout(), result: { reference: true } } as const
    const entry = (await create.apply(undefined, values, options)) as IsolatedVm.Reference
    const calls = ['start', 'provide', 'advance', 'report']
    for (const call of calls) this.#calls[call] = await entry.get(call, { reference: true })
    await this.#compile(code)
    this.#locations = locations(code)
    await this.#call('start', [])
  }

  /** The values of a custom indicator over bars, which come from the isolate and must not be trusted. */
  async compute(code: ScriptCode, command: IndicatorCommand, bars: SharedArrayBuffer): Promise<unknown> {
    const script = await this.#compileIndicator(code.guarded, SCRIPT_FILE)
    const factory = await this.#evaluateScript(script, this.#prepared.context)
    await this.#call('locate', [locations(code)])
    const values = [JSON.stringify(command), this.#limits.logBytes, ...this.#copies([bars])]
    return this.#call<unknown>('compute', [...values, factory.derefInto()])
  }

  #copies(buffers: readonly SharedArrayBuffer[]): unknown[] {
    return buffers.map((buffer) => new this.#engine.ivm.ExternalCopy(buffer).copyInto({ release: true }))
  }

  async #compile({ guarded, externals, indicators }: ScriptCode): Promise<void> {
    this.#script = await this.#isolate.compileScript(named(wrapScript(guarded.javascript, externals), SCRIPT_FILE), {
      filename: SCRIPT_FILE,
      columnOffset: -wrapShift(externals),
    })
    const compiled = []
    for (const { guarded: code, head } of indicators) {
      const script = await this.#compileIndicator(code, indicatorFile(head.key))
      compiled.push({ head, script })
    }
    this.#indicators = compiled
  }

  #compileIndicator({ javascript }: GuardedScript, filename: string): Promise<IsolatedVm.Script> {
    const code = named(wrapScript(javascript, [], 'indicator'), filename)
    return this.#isolate.compileScript(code, { filename, columnOffset: -wrapShift([], 'indicator') })
  }

  /** The script's factory. Its source is compiled once for all contexts. */
  async #evaluate(context: IsolatedVm.Context): Promise<IsolatedVm.Reference> {
    return this.#evaluateScript(this.#script as IsolatedVm.Script, context)
  }

  /** The heads of the custom indicators, then their factories. */
  async #evaluateIndicators(context: IsolatedVm.Context): Promise<unknown[]> {
    const values: unknown[] = [JSON.stringify(this.#indicators.map(({ head }) => head))]
    for (const { script } of this.#indicators) {
      values.push((await this.#evaluateScript(script, context)).derefInto({ release: true }))
    }
    return values
  }

  async #evaluateScript(script: IsolatedVm.Script, context: IsolatedVm.Context): Promise<IsolatedVm.Reference> {
    return (await script.run(context, { timeout: this.#timeout(), reference: true })) as IsolatedVm.Reference
  }

  /** A fresh context for the next run of a check: built-in objects, engine and script, with nothing executed yet. */
  async #provideContext(): Promise<void> {
    const context = await this.#isolate.createContext()
    await this.#prepared.bundle.run(context)
    const create = await context.global.get('createTrialEntry', { reference: true })
    const options = { timeout: this.#timeout(), result: { reference: true } } as const
    const entry = (await create.apply(undefined, [this.#locations], options)) as IsolatedVm.Reference
    const factory = await this.#evaluate(context)
    const indicators = await this.#evaluateIndicators(context)
    await this.#ask('provide', [entry.derefInto(), factory.derefInto(), ...indicators])
    // The run keeps references to what it needs.
    for (const one of [create, entry, factory, context]) one.release()
  }

  advance(): Promise<Slice> {
    return this.#call<Slice>('advance', [])
  }

  /** The next slice of a check. */
  async advanceCheck(): Promise<CheckSlice> {
    const slice = await this.#call<CheckSlice>('advance', [])
    if (slice.wantsContext) await this.#provideContext()
    return slice
  }

  /** The findings of a check, which come from the isolate and must not be trusted. */
  report(): Promise<unknown> {
    return this.#call<unknown>('report', [])
  }

  /** The serialized result. Throws ResultTooLarge. */
  async finish(reason: 'completed' | 'stopped'): Promise<Uint8Array> {
    const bytes = await this.#call<number>('finish', [reason])
    if (bytes > this.#limits.resultBytes) throw new ResultTooLarge()
    const options = { timeout: this.#timeout(), result: { copy: true } } as const
    return new Uint8Array((await this.#calls['result']?.apply(undefined, [], options)) as ArrayBuffer)
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

  /** Frees the isolate: it serves no other run. */
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
