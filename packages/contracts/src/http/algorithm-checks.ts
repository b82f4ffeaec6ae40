import { z } from 'zod'
import { WRITE } from './api-terms.ts'
import { nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'

export const checkVerdict = z.enum(['unbiased', 'look-ahead', 'unstable-warm-up', 'repaints', 'not-verified'])
export type CheckVerdict = z.infer<typeof checkVerdict>

export const checkFinding = z.object({
  kind: z.enum(['look-ahead', 'unstable-warm-up', 'repaints']),
  /** The detector that found it. */
  detector: z.string().max(40),
  /** Null when the place is unknown; both count from 1. */
  line: z.number().int().positive().nullable(),
  column: z.number().int().positive().nullable(),
  message: z.string().max(1000),
})
export type CheckFinding = z.infer<typeof checkFinding>

/** The look-ahead analysis of a version. */
export const versionCheck = z.object({
  status: z.enum(['queued', 'checking', 'done']),
  /** Null until the analysis is done. */
  verdict: checkVerdict.nullable(),
  /** The markets that were used and what no analysis can decide; first, if nothing was verified, why. */
  reason: z.string().nullable(),
  findings: z.array(checkFinding),
  engineVersion: z.string().nullable(),
  /** When the analysis finished. */
  time: z.string().nullable(),
})
export type VersionCheck = z.infer<typeof versionCheck>

/** Sent over the socket when an analysis begins or ends. */
export const versionCheckChange = z.object({ algorithmId: uuid, versionId: uuid, check: versionCheck })
export type VersionCheckChange = z.infer<typeof versionCheckChange>

export const checkVersion = endpoint({
  method: 'POST',
  path: '/api/algorithms/:id/versions/:versionId/check',
  auth: 'user',
  summary: 'Analyze a version of an own algorithm for look-ahead bias, repainting and unstable warm-up',
  api: WRITE,
  params: z.strictObject({ id: uuid, versionId: uuid }),
  query: nothing,
  body: nothing,
  response: versionCheck,
})
