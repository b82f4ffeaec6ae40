import type IsolatedVm from 'isolated-vm'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import { DEFAULT_LIMITS, type RunLimits } from '../run-job.ts'
import type { EngineCode } from './engine-code.ts'
import { optimizeWhen } from './optimize-when.ts'
import { WARM_UP_SCRIPTS } from './warm-up-scripts.ts'

export const MEGABYTE = 1024 * 1024
/** Prices that a prepared isolate has room for: a year of minutes of two instruments. Larger runs get a fresh one. */
const DATA_MB = 64
/** Nothing of ours takes this long; it only keeps a defect from going unnoticed. */
const OWN_MS = 10_000

/** The functions of `createEntry` inside an isolate. */
const CALLS = [
  'load',
  'start',
  'startSweep',
  'points',
  'advanceSweep',
  'rows',
  'compute',
  'advance',
  'finish',
  'result',
  'log',
  'warmUp',
] as const

/** An isolate with the engine in a hardened context, before anything of a job has come into it. */
export interface PreparedIsolate {
  readonly isolate: IsolatedVm.Isolate
  readonly context: IsolatedVm.Context
  /** The engine, compiled for any number of contexts. */
  readonly bundle: IsolatedVm.Script
  readonly calls: Readonly<Record<string, IsolatedVm.Reference>>
  readonly memoryMb: number
}

/** An isolate with the engine's code in its first context. Checks use it as it is. */
export async function loadIsolate(
  engine: EngineCode,
  memoryMb: number,
  onCatastrophe: () => void,
): Promise<PreparedIsolate> {
  const { ivm } = engine
  const isolate = new ivm.Isolate({ memoryLimit: memoryMb, onCatastrophicError: onCatastrophe })
  const context = await isolate.createContext()
  const cachedData = engine.cachedData === null ? {} : { cachedData: new ivm.ExternalCopy(engine.cachedData) }
  const bundle = await isolate.compileScript(engine.source, { filename: 'engine.js', ...cachedData })
  await bundle.run(context)
  return { isolate, context, bundle, calls: {}, memoryMb }
}

/** An isolate in which a run can begin. */
async function prepareIsolate(
  engine: EngineCode,
  memoryMb: number,
  onCatastrophe: () => void,
): Promise<PreparedIsolate> {
  const loaded = await loadIsolate(engine, memoryMb, onCatastrophe)
  const create = await loaded.context.global.get('createEntry', { reference: true })
  const options = { timeout: OWN_MS, result: { reference: true } } as const
  const entry = (await create.apply(undefined, [], options)) as IsolatedVm.Reference
  const calls: Record<string, IsolatedVm.Reference> = {}
  for (const call of CALLS) calls[call] = await entry.get(call, { reference: true })
  return { ...loaded, calls }
}

/** Memory that a run may use, with its prices, megabytes. */
export function memoryOf(limits: RunLimits, dataBytes: number): number {
  return limits.memoryMb + Math.ceil(dataBytes / MEGABYTE)
}

/**
 * The isolate of the next run, prepared while the runner waits. It serves one run of one tenant, like any other: what
 * happens before is the engine running scripts of ours on simulated data.
 */
export class NextIsolate {
  readonly #engine: EngineCode
  readonly #onCatastrophe: () => void
  #prepared: PreparedIsolate | null = null
  #isWanted = false
  #memoryBefore: number | null = null
  #preparing: Promise<boolean> = Promise.resolve(false)

  constructor(engine: EngineCode, onCatastrophe: () => void) {
    this.#engine = engine
    this.#onCatastrophe = onCatastrophe
  }

  /** Memory of the process before anything was prepared for the next run. */
  get memoryBefore(): number {
    const now = process.memoryUsage.rss()
    return this.#prepared === null ? now : Math.min(now, this.#memoryBefore ?? now)
  }

  /** Prepares until `take` interrupts it; true at the end of everything that can be prepared. */
  prepare(): Promise<boolean> {
    if (this.#prepared !== null) return this.#preparing
    this.#isWanted = false
    this.#memoryBefore = process.memoryUsage.rss()
    this.#preparing = this.#prepare().catch((error: unknown) => {
      // The next run gets a fresh isolate and is only slower.
      process.stderr.write(`${String(error)}\n`)
      this.#prepared?.isolate.dispose()
      this.#prepared = null
      return false
    })
    return this.#preparing
  }

  /** An isolate for a run with these limits, as far prepared as it is. */
  async take(limits: RunLimits, dataBytes: number, use: 'running' | 'sweeping' = 'running'): Promise<PreparedIsolate> {
    this.#isWanted = true
    optimizeWhen(use)
    await this.#preparing
    const prepared = this.#prepared
    this.#prepared = null
    const memoryMb = memoryOf(limits, dataBytes)
    if (prepared !== null && limits.memoryMb === DEFAULT_LIMITS.memoryMb && memoryMb <= prepared.memoryMb)
      return prepared
    prepared?.isolate.dispose()
    return prepareIsolate(this.#engine, memoryMb, this.#onCatastrophe)
  }

  async #prepare(): Promise<boolean> {
    const prepared = await prepareIsolate(this.#engine, DEFAULT_LIMITS.memoryMb + DATA_MB, this.#onCatastrophe)
    this.#prepared = prepared
    if (!this.#isWanted) optimizeWhen('waiting')
    const factories = []
    for (const source of WARM_UP_SCRIPTS) {
      if (this.#isWanted) return false
      const script = await prepared.isolate.compileScript(wrapScript(analyzeScript(source, 'algorithm').javascript, []))
      factories.push((await script.run(prepared.context, { reference: true })) as IsolatedVm.Reference)
    }
    while (!this.#isWanted) {
      // One short step after the other: a job that arrives waits for one of them at most.
      const values = factories.map((factory) => factory.derefInto())
      const answer = JSON.parse(String(await prepared.calls['warmUp']?.apply(undefined, values, { timeout: OWN_MS })))
      if (answer.error !== undefined) throw new Error(`The engine could not be warmed up: ${answer.error.message}`)
      if (answer.value === true) return true
    }
    return false
  }
}
