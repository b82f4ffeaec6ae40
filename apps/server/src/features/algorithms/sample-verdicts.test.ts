import { ENGINE_VERSION } from '@tradeloom/engine'
import { expect, it } from 'vitest'
import { scriptHash } from './check-script.ts'
import { sampleVerdicts, shippedCheck, VERDICTS_FILE } from './sample-verdicts.ts'
import { sampleFile, SAMPLES } from './samples.ts'

const shipped = sampleVerdicts.parse(JSON.parse(sampleFile(VERDICTS_FILE)))

it('ships a verdict of the current engine for every sample', () => {
  const how =
    'write them with UPDATE_GOLDEN=1 TRADELOOM_LANE=full vitest run apps/server/src/features/algorithms/sample-verdicts.full.test.ts'
  expect(shipped.engineVersion, how).toBe(ENGINE_VERSION)
  for (const { file } of SAMPLES) {
    const check = shippedCheck(scriptHash(sampleFile(file)))
    expect(check, `${file}: ${how}`).toMatchObject({
      status: 'done',
      verdict: 'unbiased',
      engineVersion: ENGINE_VERSION,
    })
  }
})

it('gives no verdict on another script, or from another version of the engine', () => {
  const [{ file }] = SAMPLES
  const script = sampleFile(file)
  expect(shippedCheck(scriptHash(`${script}\n`))).toBeNull()
  expect(shippedCheck(scriptHash(script), { ...shipped, engineVersion: `${ENGINE_VERSION}-next` })).toBeNull()
})
