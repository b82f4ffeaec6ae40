import { z } from 'zod'
import { nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'

export const checkVerdict = z.enum(['clean', 'look-ahead', 'unstable-warm-up', 'repaints', 'not-run'])
export type CheckVerdict = z.infer<typeof checkVerdict>

export const checkFinding = z.object({
  kind: z.enum(['look-ahead', 'unstable-warm-up', 'repaints']),
  /** Which proof found it. */
  proof: z.string().max(40),
  /** Null when the place cannot be told; both count from 1. */
  line: z.number().int().positive().nullable(),
  column: z.number().int().positive().nullable(),
  message: z.string().max(1000),
})
export type CheckFinding = z.infer<typeof checkFinding>

/** What the proofs say of a version: whether it lies in a backtest. */
export const versionCheck = z.object({
  status: z.enum(['checking', 'done']),
  /** Null while it is checked. */
  verdict: checkVerdict.nullable(),
  /** On which markets it was checked and what no check can decide; where nothing could be proved, first why. */
  reason: z.string().nullable(),
  findings: z.array(checkFinding),
  engineVersion: z.string().nullable(),
  /** When it was finished. */
  time: z.string().nullable(),
})
export type VersionCheck = z.infer<typeof versionCheck>

/** What is told over the socket when a check begins or ends. */
export const versionCheckChange = z.object({ algorithmId: uuid, versionId: uuid, check: versionCheck })
export type VersionCheckChange = z.infer<typeof versionCheckChange>

export const checkVersion = endpoint({
  method: 'POST',
  path: '/api/algorithms/:id/versions/:versionId/check',
  auth: 'user',
  summary: 'Check a version of an own algorithm (again): look-ahead, warm-up, repaint',
  params: z.strictObject({ id: uuid, versionId: uuid }),
  query: nothing,
  body: nothing,
  response: versionCheck,
})
