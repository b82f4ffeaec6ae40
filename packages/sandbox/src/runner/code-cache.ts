import type IsolatedVm from 'isolated-vm'
import { DEFAULT_LIMITS } from '../run-job.ts'
import { ENGINE_FILE, type EngineCode } from './engine-code.ts'
import { prepareIsolate } from './load-isolate.ts'
import { optimizeWhen } from './optimize-when.ts'
import { warmUpFactory, warmUpStep } from './warm-up.ts'
import { WARM_UP_SCRIPTS } from './warm-up-scripts.ts'

/** Two runs of each script call everything that more of them would. */
const STEPS = 24

/**
 * V8's code cache of the engine, which later runners load. It contains the functions that have been called: without them
 * each run would compile them anew.
 */
export async function makeCodeCache(engine: EngineCode): Promise<string> {
  const prepared = await prepareIsolate(engine, DEFAULT_LIMITS.memoryMb, () => undefined)
  const { isolate } = prepared
  try {
    const factories = []
    for (const source of WARM_UP_SCRIPTS) factories.push(await warmUpFactory(prepared, source))
    for (let step = 0; step < STEPS; step++) await warmUpStep(prepared, factories)
    optimizeWhen('loading')
    // V8 finds the code that it has compiled already.
    const script = await isolate.compileScript(engine.source, { filename: ENGINE_FILE, produceCachedData: true })
    const { cachedData } = script as { cachedData?: IsolatedVm.ExternalCopy<ArrayBuffer> }
    return cachedData === undefined ? '' : Buffer.from(cachedData.copy()).toString('base64')
  } finally {
    isolate.dispose()
  }
}
