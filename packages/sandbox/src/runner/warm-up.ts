import type IsolatedVm from 'isolated-vm'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import type { PreparedIsolate } from './load-isolate.ts'

/** Nothing of ours takes this long; it only keeps a defect from going unnoticed. */
const STEP_MS = 10_000

/** A script of ours, ready to be performed in an isolate. */
export async function warmUpFactory(prepared: PreparedIsolate, source: string): Promise<IsolatedVm.Reference> {
  const script = await prepared.isolate.compileScript(wrapScript(analyzeScript(source, 'algorithm').javascript, []))
  return (await script.run(prepared.context, { reference: true })) as IsolatedVm.Reference
}

/** Performs a short step of scripts of ours; true when there are no more. */
export async function warmUpStep(
  { calls }: PreparedIsolate,
  factories: readonly IsolatedVm.Reference[],
): Promise<boolean> {
  const values = factories.map((factory) => factory.derefInto())
  const answer = JSON.parse(String(await calls['warmUp']?.apply(undefined, values, { timeout: STEP_MS })))
  if (answer.error !== undefined) throw new Error(`The engine could not be warmed up: ${answer.error.message}`)
  return answer.value === true
}
