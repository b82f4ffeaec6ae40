import { checkFinding, checkVerdict } from '@tradeloom/contracts'
import type { schema } from '@tradeloom/database'
import { ENGINE_VERSION } from '@tradeloom/engine'
import { z } from 'zod'
import { sampleFile, SAMPLES } from './samples.ts'

/** What the look-ahead analysis found in the samples before they were shipped. */
export const sampleVerdicts = z.object({
  engineVersion: z.string(),
  /** When they were analyzed. */
  checkedAt: z.iso.datetime(),
  verdicts: z.array(
    z.object({
      file: z.enum(SAMPLES.map(({ file }) => file)),
      scriptHash: z.string(),
      verdict: checkVerdict,
      reason: z.string(),
      findings: z.array(checkFinding),
    }),
  ),
})

export const VERDICTS_FILE = 'verdicts.json'

const shipped = sampleVerdicts.parse(JSON.parse(sampleFile(VERDICTS_FILE)))

type KeptCheck = Omit<typeof schema.versionChecks.$inferInsert, 'versionId'>

/** The check of a version whose script is that of a sample, unless another version of the engine made it. */
export function shippedCheck(scriptHash: string, { engineVersion, checkedAt, verdicts } = shipped): KeptCheck | null {
  const found = verdicts.find((one) => one.scriptHash === scriptHash)
  if (found === undefined || engineVersion !== ENGINE_VERSION) return null
  const { verdict, reason, findings } = found
  return { status: 'done', verdict, reason, findings, engineVersion, checkedAt: new Date(checkedAt) }
}
