import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGINE_VERSION } from '@tradeloom/engine'
import { createRunnerPool } from '@tradeloom/sandbox'
import { expect, it } from 'vitest'
import { readReport, verdictOf } from './check-verdict.ts'
import { scriptHash } from './check-script.ts'
import { sampleVerdicts, VERDICTS_FILE } from './sample-verdicts.ts'
import { sampleFile, SAMPLES } from './samples.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..')

/** What an installation without market data would find. */
async function findVerdicts() {
  const cacheDir = join(ROOT, '.cache', 'engine')
  const pool = await createRunnerPool({ size: 2, spares: 0, warmsUp: false, checksYield: false, cacheDir })
  try {
    return await Promise.all(
      SAMPLES.map(async ({ file }) => {
        const source = sampleFile(file)
        const report = readReport(await pool.check({ tenant: file, source }))
        if (typeof report === 'string') throw new Error(`${file}: ${report}`)
        return { file, scriptHash: scriptHash(source), ...verdictOf([report], null) }
      }),
    )
  } finally {
    await pool.close()
  }
}

/** With UPDATE_GOLDEN=1 the verdicts are written anew, which every new version of the engine requires. */
it('ships with each sample the verdict that its analysis finds', async () => {
  const verdicts = await findVerdicts()
  if (process.env['UPDATE_GOLDEN'] === '1') {
    const kept = { engineVersion: ENGINE_VERSION, checkedAt: new Date().toISOString(), verdicts }
    writeFileSync(join(ROOT, 'apps', 'server', 'samples', VERDICTS_FILE), `${JSON.stringify(kept, null, 2)}\n`)
  }
  expect(sampleVerdicts.parse(JSON.parse(sampleFile(VERDICTS_FILE))).verdicts).toEqual(verdicts)
})
