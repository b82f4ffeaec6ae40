import type IsolatedVm from 'isolated-vm'
import { ENGINE_FILE, type EngineCode } from './engine-code.ts'
import { optimizeWhen } from './optimize-when.ts'

/** Nothing of ours takes this long; it only keeps a defect from going unnoticed. */
const OWN_MS = 10_000

/** The functions of `createEntry` inside an isolate. */
const CALLS = [
  'locate',
  'load',
  'start',
  'startSweep',
  'points',
  'advanceSweep',
  'rows',
  'startSession',
  'take',
  'finishSession',
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
  optimizeWhen('loading')
  const bundle = await isolate.compileScript(engine.source, { filename: ENGINE_FILE, ...cachedData })
  await bundle.run(context)
  return { isolate, context, bundle, calls: {}, memoryMb }
}

/** An isolate in which a run can begin. */
export async function prepareIsolate(
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
